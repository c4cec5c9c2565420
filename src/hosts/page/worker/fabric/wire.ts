import { DATA, type Argument, type Packet } from './packet.ts';

/** Chunks from this size on travel in a buffer of their own; smaller ones share one. */
const LARGE_BYTES = 16_384;
const SLAB_BYTES = 65_536;
/** A chunk may grow to this by what is written right after it, as TCP joins small writes. */
const JOINED_BYTES = 65_536;

interface Small {
	/** Where in the packet its view belongs. */
	index: number;
	start: number;
	length: number;
}

/** One direction to one other process: joins what a microtask sends into one message. */
export class Wire {
	readonly #port: MessagePort;
	#packet: Packet = [];
	#transfer: ArrayBuffer[] = [];
	#small: Small[] = [];
	#slab = new Uint8Array(SLAB_BYTES);
	#used = 0;
	#isFlushQueued = false;

	constructor(port: MessagePort, receive: (packet: Packet) => void) {
		this.#port = port;
		port.onmessage = (event: MessageEvent<Packet>) => receive(event.data);
	}

	send(operation: number, key: number, argument: Argument = 0): void {
		this.#packet.push(operation, key, argument);
		this.#queueFlush();
	}

	/** Sends bytes that stay the caller's: they are copied now. */
	sendCopy(key: number, bytes: Uint8Array): void {
		if (bytes.length >= LARGE_BYTES) return this.sendOwned(key, new Uint8Array(bytes));
		this.room(bytes.length).set(bytes);
		this.commit(key, bytes.length);
	}

	/** Sends bytes that nobody else holds: their buffer moves to the other process. */
	sendOwned(key: number, bytes: Uint8Array<ArrayBuffer>): void {
		this.#transfer.push(bytes.buffer);
		this.send(DATA, key, bytes);
	}

	/** Space for up to `bytes` (at most LARGE_BYTES), to be filled and sent by commit(). */
	room(bytes: number): Uint8Array {
		if (this.#used + bytes > SLAB_BYTES) this.flush();
		return this.#slab.subarray(this.#used);
	}

	/** Sends the first `length` bytes of room(). */
	commit(key: number, length: number): void {
		const last = this.#small.at(-1);
		const isJoined =
			last !== undefined &&
			last.index === this.#packet.length - 1 &&
			this.#packet[last.index - 1] === key &&
			last.length + length <= JOINED_BYTES;
		if (isJoined) {
			last.length += length;
		} else {
			this.#small.push({ index: this.#packet.length + 2, start: this.#used, length });
			this.send(DATA, key, 0);
		}
		this.#used += length;
	}

	/** Sends all that waits. */
	flush(): void {
		this.#isFlushQueued = false;
		if (this.#packet.length === 0) return;
		const packet = this.#packet;
		const transfer = this.#transfer;
		if (this.#used > 0) {
			const shared = this.#slab.slice(0, this.#used).buffer;
			for (const { index, start, length } of this.#small) {
				packet[index] = new Uint8Array(shared, start, length);
			}
			transfer.push(shared);
		}
		this.#packet = [];
		this.#transfer = [];
		this.#small = [];
		this.#used = 0;
		this.#port.postMessage(packet, transfer);
	}

	#queueFlush(): void {
		if (this.#isFlushQueued) return;
		this.#isFlushQueued = true;
		queueMicrotask(() => this.flush());
	}
}
