import { CREDIT, FIN, RST } from './packet.ts';
import type { Wire } from './wire.ts';

/** Bytes that may be on their way or unread at the other end, as a kernel's socket buffers. */
const WINDOW_BYTES = 1 << 20;
/** The largest piece that one read gives, as in Node. */
const READ_BYTES = 65_536;

/** What the owner of an endpoint, a socket handle, is told. */
export interface EndpointOwner {
	/** There is something to read, or the end, or a reset: call read() when reading. */
	onReadable(): void;
	/** Queued bytes have gone, `isReset` where they never will. */
	onSent(isReset: boolean): void;
}

export type Read =
	{ kind: 'bytes'; bytes: Uint8Array } | { kind: 'end' } | { kind: 'reset' } | { kind: 'nothing' };

const NOTHING: Read = { kind: 'nothing' };

/**
 * One end of a connection, as the kernel keeps it: what has come and is not read, what may still
 * be sent, and whether either side has ended.
 */
export class Endpoint {
	readonly key: number;
	readonly #peerKey: number;
	readonly #wire: Wire;
	readonly #forget: (key: number) => void;
	owner: EndpointOwner | undefined;
	#incoming: Uint8Array[] = [];
	#hasEnded = false;
	#endWasRead = false;
	#isReset = false;
	#resetWasRead = false;
	#credit = WINDOW_BYTES;
	#unacknowledged = 0;
	#outgoing: Uint8Array[] = [];
	#outgoingBytes = 0;
	#finAfterQueue = false;
	#finSent = false;

	constructor(key: number, peerKey: number, wire: Wire, forget: (key: number) => void) {
		this.key = key;
		this.#peerKey = peerKey;
		this.#wire = wire;
		this.#forget = forget;
	}

	get isReset(): boolean {
		return this.#isReset;
	}

	/** Whether a write now is one to a broken pipe: a reset was told, or came after the other's end. */
	get isBroken(): boolean {
		return this.#isReset && (this.#resetWasRead || this.#hasEnded);
	}

	get queuedBytes(): number {
		return this.#outgoingBytes;
	}

	get peerKey(): number {
		return this.#peerKey;
	}

	// --- from the wire ---

	receive(bytes: Uint8Array): void {
		this.#incoming.push(bytes);
		this.owner?.onReadable();
	}

	receiveEnd(): void {
		this.#hasEnded = true;
		this.owner?.onReadable();
	}

	receiveCredit(bytes: number): void {
		this.#credit += bytes;
		this.#pump();
	}

	receiveReset(): void {
		this.#isReset = true;
		this.#outgoing = [];
		this.#outgoingBytes = 0;
		this.owner?.onReadable();
		this.owner?.onSent(true);
	}

	// --- from the owner ---

	/** Takes the next piece; the end and a reset come after all bytes, and once. */
	read(): Read {
		const first = this.#incoming[0];
		if (first !== undefined) {
			if (first.length > READ_BYTES) {
				this.#incoming[0] = first.subarray(READ_BYTES);
				return this.#took(first.subarray(0, READ_BYTES));
			}
			this.#incoming.shift();
			return this.#took(first);
		}
		if (this.#isReset && !this.#resetWasRead) {
			this.#resetWasRead = true;
			return { kind: 'reset' };
		}
		if (this.#hasEnded && !this.#endWasRead) {
			this.#endWasRead = true;
			return { kind: 'end' };
		}
		return NOTHING;
	}

	/** Whether read() would give something. */
	get isReadable(): boolean {
		return (
			this.#incoming.length > 0 ||
			(this.#isReset && !this.#resetWasRead) ||
			(this.#hasEnded && !this.#endWasRead)
		);
	}

	#took(bytes: Uint8Array): Read {
		this.#unacknowledged += bytes.length;
		if (this.#unacknowledged >= WINDOW_BYTES / 4 && !this.#isReset) {
			this.#wire.send(CREDIT, this.#peerKey, this.#unacknowledged);
			this.#unacknowledged = 0;
		}
		return { kind: 'bytes', bytes };
	}

	/** A wire that takes `bytes` at once, to be filled by room() and commit(), if it has the space. */
	wireFor(bytes: number): Wire | undefined {
		return this.#outgoing.length === 0 && bytes <= this.#credit ? this.#wire : undefined;
	}

	/** Counts bytes that were put on the wire directly. */
	spend(bytes: number): void {
		this.#credit -= bytes;
	}

	/** Sends bytes; those that do not fit wait, uncopied, and onSent() follows. True if all went. */
	write(bytes: Uint8Array): boolean {
		if (this.wireFor(bytes.length) !== undefined) {
			this.#credit -= bytes.length;
			this.#wire.sendCopy(this.#peerKey, bytes);
			return true;
		}
		this.#outgoing.push(bytes);
		this.#outgoingBytes += bytes.length;
		this.#pump();
		return this.#outgoing.length === 0;
	}

	#pump(): void {
		if (this.#outgoing.length === 0) return;
		for (let first = this.#outgoing[0]; first !== undefined; first = this.#outgoing[0]) {
			if (this.#credit <= 0) return;
			const piece = first.subarray(0, this.#credit);
			if (piece.length === first.length) this.#outgoing.shift();
			else this.#outgoing[0] = first.subarray(piece.length);
			this.#credit -= piece.length;
			this.#outgoingBytes -= piece.length;
			this.#wire.sendCopy(this.#peerKey, piece);
		}
		if (this.#finAfterQueue) this.#sendFin();
		this.owner?.onSent(false);
	}

	/** Ends the writing side after all that was written. True if it is done at once. */
	shutdown(): boolean {
		if (this.#outgoing.length > 0) {
			this.#finAfterQueue = true;
			return false;
		}
		this.#sendFin();
		return true;
	}

	#sendFin(): void {
		this.#finAfterQueue = false;
		if (this.#finSent || this.#isReset) return;
		this.#finSent = true;
		this.#wire.send(FIN, this.#peerKey);
	}

	/** Closes as a kernel does: with a reset where something was not read, else with an end. */
	close(): void {
		this.owner = undefined;
		this.#forget(this.key);
		if (this.#isReset) return;
		if (this.#incoming.length > 0) this.#wire.send(RST, this.#peerKey);
		else this.#sendFin();
	}

	/** Closes with a reset. */
	abort(): void {
		this.owner = undefined;
		this.#forget(this.key);
		if (!this.#isReset) this.#wire.send(RST, this.#peerKey);
	}
}
