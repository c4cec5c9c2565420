import type { Frame } from './frame-host.ts';

/** Fetches brotli and zstd when they are first needed, and gives them to each frame. */
export class Codecs {
	readonly #url: string;
	#bytes: Promise<ArrayBuffer> | undefined;
	#frame: Frame | undefined;

	constructor(url: string) {
		this.#url = url;
	}

	/** Begins to fetch, once; a failure is told to the frame, and the next call tries again. */
	fetch(): void {
		if (this.#bytes !== undefined) return;
		this.#bytes = load(this.#url);
		this.#bytes.catch(() => (this.#bytes = undefined));
		if (this.#frame !== undefined) this.sendTo(this.#frame);
	}

	/** Sends the module to a frame as soon as it is here. */
	sendTo(frame: Frame): void {
		this.#frame = frame;
		this.#bytes?.then(
			(bytes) => {
				if (this.#frame === frame) frame.send({ t: 'codecs', bytes });
			},
			(error: unknown) => {
				if (this.#frame === frame) frame.send({ t: 'codecs-failed', message: String(error) });
			},
		);
	}

	/** The frame is gone. */
	frameClosed(): void {
		this.#frame = undefined;
	}
}

async function load(url: string): Promise<ArrayBuffer> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url} answered ${response.status}`);
	return response.arrayBuffer();
}
