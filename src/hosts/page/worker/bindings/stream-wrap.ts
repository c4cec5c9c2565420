// Node's internalBinding('stream_wrap'): how a handle tells JavaScript what its last call did.

/** Index of the count of bytes read, or a negative error number. */
export const kReadBytesOrError = 0;
/** Index of where in the array buffer the bytes read begin. */
export const kArrayBufferOffset = 1;
/** Index of the count of bytes that the last write took. */
export const kBytesWritten = 2;
/** Index of whether the last write completes later. */
export const kLastWriteWasAsync = 3;
/** The four values above; all handles share them, as in Node. */
export const streamBaseState = new Int32Array(5);

/** A request with a callback, which Node's library sets before it hands the request to a handle. */
class Request {
	oncomplete: ((status: number, ...rest: unknown[]) => void) | undefined;
	error: string | undefined;
	bytes = 0;
}

/** A write that may complete later. */
export class WriteWrap extends Request {}

/** The end of the writing side. */
export class ShutdownWrap extends Request {}
