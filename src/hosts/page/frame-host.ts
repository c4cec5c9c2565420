import type { FrameToPage, PageToFrame } from './protocol.ts';

/** The sandboxed frame, once it runs. */
export interface Frame {
	send(message: PageToFrame, transfer?: Transferable[]): void;
	/** Starts or stops looking whether the frame is alive; only needed while something runs. */
	watch(on: boolean): void;
	close(): void;
}

interface Options {
	engine: string;
	spares: number;
	receive(message: FrameToPage): void;
	/** The frame has not answered for some seconds: its process is gone. */
	onSilence(): void;
}

const BOOT_TIMEOUT_MS = 20_000;
const PING_EVERY_MS = 1000;
/** This many pings in a row without an answer mean that the frame's process is gone. */
const SILENT_PINGS = 5;

/** Makes the frame and its spare workers; rejects where that fails or takes too long. */
export async function openFrame(html: string, options: Options): Promise<Frame> {
	const element = document.createElement('iframe');
	element.setAttribute('sandbox', 'allow-scripts');
	element.title = 'Lab engine';
	element.hidden = true;
	element.srcdoc = html;
	const channel = new MessageChannel();
	const port = channel.port1;
	let pings: ReturnType<typeof setInterval> | undefined;
	let unanswered = 0;
	const close = () => {
		clearInterval(pings);
		port.close();
		element.remove();
	};
	const booted = new Promise<void>((resolve, reject) => {
		const timer = setTimeout(() => {
			reject(
				new Error(
					`The frame of the page engine did not start within ${BOOT_TIMEOUT_MS / 1000} s. Reload the page; a strict content blocker can be the reason.`,
				),
			);
		}, BOOT_TIMEOUT_MS);
		port.onmessage = ({ data: message }: MessageEvent<FrameToPage>) => {
			unanswered = 0;
			if (message.t === 'hello') {
				port.postMessage({
					t: 'boot',
					engine: options.engine,
					spares: options.spares,
				} satisfies PageToFrame);
			} else if (message.t === 'booted') {
				clearTimeout(timer);
				resolve();
			} else if (message.t === 'boot-failed') {
				clearTimeout(timer);
				reject(new Error(`The page engine did not start: ${message.message}`));
			} else {
				options.receive(message);
			}
		};
		element.addEventListener(
			'load',
			// The frame's origin is opaque, so that no other target can be named; it holds no secret.
			() => element.contentWindow?.postMessage('port', '*', [channel.port2]),
			{ once: true },
		);
	});
	document.body.append(element);
	try {
		await booted;
	} catch (error) {
		close();
		throw error;
	}
	return {
		send: (message, transfer = []) => port.postMessage(message, transfer),
		watch(on) {
			clearInterval(pings);
			pings = undefined;
			unanswered = 0;
			if (!on) return;
			pings = setInterval(() => {
				if (unanswered >= SILENT_PINGS) options.onSilence();
				unanswered++;
				port.postMessage({ t: 'ping' } satisfies PageToFrame);
			}, PING_EVERY_MS);
		},
		close,
	};
}
