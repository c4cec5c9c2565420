// In the sandboxed frame: makes and watches the workers. It has no network and no origin; all that
// it needs comes from the page over one port.

import type { FrameToPage, PageToFrame } from '../protocol.ts';
import { Kernel } from './kernel.ts';

addEventListener('message', (event: MessageEvent) => {
	const [port] = event.ports;
	if (event.source !== parent || port === undefined) return;
	const post = (message: FrameToPage) => port.postMessage(message);
	let kernel: Kernel | undefined;
	port.onmessage = ({ data: message }: MessageEvent<PageToFrame>) => {
		switch (message.t) {
			case 'ping':
				return post({ t: 'pong' });
			case 'boot':
				kernel = new Kernel(message.engine, post);
				return kernel.boot(message.spares);
			case 'spawn':
				return kernel?.spawn(message.pid, message.program);
			case 'stdin':
				return kernel?.stdin(message.pid, message.text);
			case 'kill':
				return kernel?.kill(message.pid);
			case 'codecs':
				return kernel?.compileCodecs(message.bytes);
			case 'codecs-failed':
				return kernel?.setCodecs({ kind: 'failed', message: message.message });
		}
	};
	post({ t: 'hello' });
});
