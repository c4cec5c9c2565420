import type { Endpoint } from '../fabric/endpoint.ts';
import { Hold } from '../loop/alive.ts';
import { enter } from '../loop/enter.ts';
import { hop } from '../loop/hop.ts';
import { whenPending } from '../loop/pending.ts';
import {
	kArrayBufferOffset,
	kBytesWritten,
	kLastWriteWasAsync,
	kReadBytesOrError,
	type ShutdownWrap,
	streamBaseState,
	type WriteWrap,
} from './stream-wrap.ts';
import { errno } from './uv.ts';

const encoder = new TextEncoder();
/** Strings up to this length are encoded straight into the wire's buffer. */
const SHORT_CHARACTERS = 5_000;

let asyncIds = 1;

/**
 * What lib/net.js expects of a libuv stream: reads by callback, writes that complete at once where
 * there is room and later where not, and a hold on the process while it reads or writes.
 */
export class StreamHandle {
	reading = false;
	fd = -1;
	bytesRead = 0;
	bytesWritten = 0;
	/** Set by lib/net.js; called with the bytes, and with streamBaseState saying how many. */
	onread: ((bytes: ArrayBufferLike | undefined) => void) | undefined;
	#endpoint: Endpoint | undefined;
	#isReading = false;
	#isReadQueued = false;
	#isClosed = false;
	#writes: WriteWrap[] = [];
	#shutdown: ShutdownWrap | undefined;
	readonly #hold = new Hold();
	readonly #asyncId = ++asyncIds;

	protected attach(endpoint: Endpoint): void {
		this.#endpoint = endpoint;
		endpoint.owner = this;
	}

	get isClosed(): boolean {
		return this.#isClosed;
	}

	get isStreamBase(): boolean {
		return false;
	}

	get writeQueueSize(): number {
		return this.#endpoint?.queuedBytes ?? 0;
	}

	getAsyncId(): number {
		return this.#asyncId;
	}

	getProviderType(): number {
		return 0;
	}

	// --- reading ---

	readStart(): number {
		this.#isReading = true;
		this.updateHold();
		if (this.#endpoint?.isReadable === true) this.#queueRead();
		return 0;
	}

	readStop(): number {
		this.#isReading = false;
		this.updateHold();
		return 0;
	}

	onReadable(): void {
		if (!this.#isReadQueued) this.#deliver();
	}

	#queueRead(): void {
		if (this.#isReadQueued) return;
		this.#isReadQueued = true;
		hop(() => {
			this.#isReadQueued = false;
			this.#deliver();
		});
	}

	/** Gives out one piece; more of them come in later tasks, as from a poll. */
	#deliver(): void {
		if (!this.#isReading || this.#isClosed) return;
		const read = this.#endpoint?.read();
		if (read === undefined || read.kind === 'nothing') return;
		if (read.kind === 'bytes') {
			const { bytes } = read;
			this.bytesRead += bytes.length;
			enter(() => this.#tell(bytes.length, bytes.buffer, bytes.byteOffset));
		} else {
			// libuv stops reading by itself at the end and at an error.
			this.#isReading = false;
			this.updateHold();
			const status = errno(read.kind === 'end' ? 'EOF' : 'ECONNRESET');
			enter(() => this.#tell(status, undefined, 0));
		}
		if (this.#isReading && this.#endpoint?.isReadable === true) this.#queueRead();
	}

	#tell(bytesOrError: number, buffer: ArrayBufferLike | undefined, offset: number): void {
		streamBaseState[kReadBytesOrError] = bytesOrError;
		streamBaseState[kArrayBufferOffset] = offset;
		this.onread?.(buffer);
	}

	useUserBuffer(): void {
		throw new Error(
			'The `onread` option of net.Socket is not provided by the in-page engine; it works on real ' +
				"Node (npm run lab). Use socket.on('data').",
		);
	}

	// --- writing ---

	writeBuffer(req: WriteWrap, bytes: Uint8Array): number {
		return this.#write(req, [bytes], bytes.length);
	}

	writeLatin1String(req: WriteWrap, text: string): number {
		const wire = text.length <= SHORT_CHARACTERS ? this.#endpoint?.wireFor(text.length) : undefined;
		if (wire === undefined || this.#brokenBy() !== 0) {
			return this.writeBuffer(req, Buffer.from(text, 'latin1'));
		}
		const room = wire.room(text.length);
		for (let at = 0; at < text.length; at++) room[at] = text.charCodeAt(at);
		return this.#committed(text.length);
	}

	writeUtf8String(req: WriteWrap, text: string): number {
		const isShort = text.length <= SHORT_CHARACTERS;
		const wire = isShort ? this.#endpoint?.wireFor(text.length * 3) : undefined;
		if (wire === undefined || this.#brokenBy() !== 0) {
			return this.writeBuffer(req, encoder.encode(text));
		}
		const { written } = encoder.encodeInto(text, wire.room(text.length * 3));
		return this.#committed(written);
	}

	writeAsciiString(req: WriteWrap, text: string): number {
		return this.writeLatin1String(req, text);
	}

	writeUcs2String(req: WriteWrap, text: string): number {
		return this.writeBuffer(req, Buffer.from(text, 'utf16le'));
	}

	/** Takes buffers, or text and its encoding by turns. */
	writev(req: WriteWrap, chunks: readonly (Uint8Array | string)[], allBuffers: boolean): number {
		const pieces: Uint8Array[] = [];
		let bytes = 0;
		for (let at = 0; at < chunks.length; at += allBuffers ? 1 : 2) {
			const chunk = chunks[at];
			if (chunk === undefined) continue;
			const encoding = allBuffers ? 'utf8' : (chunks[at + 1] as BufferEncoding);
			const piece = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
			pieces.push(piece);
			bytes += piece.length;
		}
		return this.#write(req, pieces, bytes);
	}

	#committed(bytes: number): number {
		const endpoint = this.#endpoint;
		endpoint?.wireFor(0)?.commit(endpoint.peerKey, bytes);
		endpoint?.spend(bytes);
		return this.#wrote(bytes, false);
	}

	#write(req: WriteWrap, pieces: readonly Uint8Array[], bytes: number): number {
		const broken = this.#brokenBy();
		if (broken !== 0) return broken;
		let isSent = true;
		for (const piece of pieces) isSent = (this.#endpoint?.write(piece) ?? true) && isSent;
		if (!isSent) {
			this.#writes.push(req);
			this.updateHold();
		}
		return this.#wrote(bytes, !isSent);
	}

	#wrote(bytes: number, isAsync: boolean): number {
		this.bytesWritten += bytes;
		streamBaseState[kBytesWritten] = bytes;
		streamBaseState[kLastWriteWasAsync] = isAsync ? 1 : 0;
		return 0;
	}

	/** The error of a write now: a reset is told once, then the pipe is broken. */
	#brokenBy(): number {
		if (this.#isClosed || this.#endpoint === undefined) return errno('EBADF');
		if (!this.#endpoint.isReset) return 0;
		return errno(this.#endpoint.isBroken ? 'EPIPE' : 'ECONNRESET');
	}

	shutdown(req: ShutdownWrap): number {
		if (this.#endpoint === undefined || this.#isClosed) return errno('ENOTCONN');
		if (this.#endpoint.isReset) return errno('ENOTCONN');
		this.#shutdown = req;
		this.updateHold();
		if (this.#endpoint.shutdown()) this.#completeLater(0);
		return 0;
	}

	/** Queued bytes have gone out, or never will. */
	onSent(isReset: boolean): void {
		if (this.#writes.length > 0 || this.#shutdown !== undefined) {
			this.#completeLater(isReset ? errno('ECONNRESET') : 0);
		}
	}

	#completeLater(status: number): void {
		whenPending(() => this.#complete(status));
	}

	#complete(status: number): void {
		if (status === 0 && this.writeQueueSize > 0) return;
		const writes = this.#writes;
		const shutdown = this.#shutdown;
		this.#writes = [];
		this.#shutdown = undefined;
		for (const req of writes) enter(() => req.oncomplete?.(status));
		if (shutdown !== undefined) enter(() => shutdown.oncomplete?.(status));
		this.updateHold();
	}

	// --- life ---

	/** Whether the handle waits for connections; a plain stream never does. */
	protected get isListening(): boolean {
		return false;
	}

	/** What else has to end with the handle. */
	protected onClosing(): void {
		// A plain stream has nothing more.
	}

	protected updateHold(): void {
		this.#hold.active =
			!this.#isClosed &&
			(this.#isReading ||
				this.isListening ||
				this.#writes.length > 0 ||
				this.#shutdown !== undefined);
	}

	close(callback?: () => void): void {
		this.#close(callback, (endpoint) => endpoint.close());
	}

	/** Closes with a reset. */
	reset(callback?: () => void): number {
		this.#close(callback, (endpoint) => endpoint.abort());
		return 0;
	}

	#close(callback: (() => void) | undefined, end: (endpoint: Endpoint) => void): void {
		if (this.#isClosed) return;
		this.onClosing();
		if (this.#endpoint !== undefined) end(this.#endpoint);
		this.#isClosed = true;
		this.updateHold();
		const closing = new Hold();
		closing.active = true;
		whenPending(() => {
			this.#complete(errno('ECANCELED'));
			if (callback !== undefined) enter(() => callback.call(this));
			closing.active = false;
		});
	}

	ref(): void {
		this.#hold.isRef = true;
	}

	unref(): void {
		this.#hold.isRef = false;
	}

	hasRef(): boolean {
		return this.#hold.isRef;
	}

	setBlocking(): number {
		return 0;
	}
}
