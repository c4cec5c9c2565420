/**
 * How long the modelled link takes, in closed form: written from the literature, not from the code.
 *
 * Source: Kurose & Ross, Computer Networking: A Top-Down Approach (3rd ed., section 3.7.2, "latency
 * modelling: dynamic congestion window"), which has a sender whose window is 1, 2, 4 … segments.
 * Its argument, generalised to a first window of W₁ segments and m connections that share the wire:
 *
 * - A transfer of n segments goes out in windows of W₁, 2·W₁, 4·W₁ … segments, because each
 *   acknowledgement allows two segments more. It needs the smallest K with W₁·(2^K − 1) ≥ n.
 * - One whole segment occupies the wire for S. The first acknowledgement of a window comes S + RTT
 *   after its first segment began. By then the m connections, in turns, have occupied the wire for
 *   m·W_k·S. What is missing is a stall: max(0, S + RTT − m·W_k·S), once between each two windows.
 *   From the first acknowledgement on the wire is busy: each one comes S after the one before it
 *   and allows 2·S of work.
 * - All segments but the last are whole; the last one is as long as what is left. So the wire is
 *   busy for m·(bytes + 40·n)·8/bandwidth in all, and idle for the stalls.
 *
 * With infinite bandwidth S is 0 and each stall is a round trip.
 */

const SEGMENT = 1460;
const HEADER = 40;
const FIRST_WINDOW = 10;

export interface Exchange {
	requestBytes: number;
	responseBytes: number;
	rttUs: number;
	upBitsPerSecond: number;
	downBitsPerSecond: number;
	/** Connections that do the same at the same time. */
	connections: number;
	/** Whether a connection is opened first, and the round trips of its TLS handshake. */
	opens: boolean;
	tlsRoundTrips: 0 | 1 | 2;
	/** Bytes that the server's window has grown by, a multiple of 1,460. */
	grownBytes: number;
}

/** From handing over the first byte to the end of the last one's sending, in µs. */
export function sendingUs(
	bytes: number,
	bitsPerSecond: number,
	rttUs: number,
	connections: number,
	firstWindow = FIRST_WINDOW,
): number {
	const usPerByte = 8e6 / bitsPerSecond;
	const segmentUs = (SEGMENT + HEADER) * usPerByte;
	const segments = Math.ceil(bytes / SEGMENT);
	let stallsUs = 0;
	let window = firstWindow;
	for (let left = segments - window; left > 0; left -= window) {
		stallsUs += Math.max(0, segmentUs + rttUs - connections * window * segmentUs);
		window *= 2;
	}
	return connections * (bytes + HEADER * segments) * usPerByte + stallsUs;
}

/**
 * From the click to the last byte of the last answer, with a server that takes no time. The
 * requests of several connections leave one after the other; the first answer starts when the
 * first request has come. (True where a request is not longer on the wire than a segment of the
 * answer: otherwise the downlink would wait for requests.)
 */
export function exchangeUs(exchange: Exchange): number {
	const { rttUs, connections, opens, tlsRoundTrips, grownBytes } = exchange;
	const handshakeUs = opens ? rttUs * (1 + tlsRoundTrips) : 0;
	const upUs = sendingUs(exchange.requestBytes, exchange.upBitsPerSecond, rttUs, 1);
	const downUs = sendingUs(
		exchange.responseBytes,
		exchange.downBitsPerSecond,
		rttUs,
		connections,
		FIRST_WINDOW + grownBytes / SEGMENT,
	);
	return handshakeUs + upUs + rttUs / 2 + downUs + rttUs / 2;
}
