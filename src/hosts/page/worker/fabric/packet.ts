// What goes over the wire between two processes: a flat list of operation, key and argument, three
// entries for each frame, one list for all that a microtask sent. The key names the receiver's end.

/** Opens a connection: the argument is the TCP port, the sender's port and its address. */
export const SYN = 0;
/** Bytes in order. */
export const DATA = 1;
/** The sender will write no more. */
export const FIN = 2;
/** The receiver's process has read this many bytes more. */
export const CREDIT = 3;
/** The connection is gone. */
export const RST = 4;

/** Who opens a connection to which port. */
export interface Opening {
	tcpPort: number;
	fromPort: number;
	address: string;
}

export type Argument = number | Uint8Array | Opening;

/** Frames in order: operation, key, argument, and so on. */
export type Packet = (Argument | number)[];
