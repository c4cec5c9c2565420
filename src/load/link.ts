/**
 * The modelled network between one user and the server: a pure state machine without clock or
 * timer. Callers say what happens and when (`connect`, `send`), ask it to `advance` to a time, and
 * get each delivery with the exact time at which the model says it arrives.
 *
 * The model, for each direction of the link:
 * - A segment carries up to 1,460 bytes and costs 40 more on the wire (IPv4 and TCP headers without
 *   options, RFC 879). Sending it takes (bytes + 40) · 8 / bandwidth.
 * - All connections of the user share the bandwidth: while several have something to send they
 *   take turns, a segment each.
 * - A segment arrives half a round trip after it was sent; its acknowledgement is back half a
 *   round trip later, and takes no bandwidth.
 * - A sender may have `window` bytes unacknowledged. A new connection starts with 10 segments
 *   (RFC 6928) and each acknowledged byte adds a byte: the window doubles each round trip (slow
 *   start, RFC 5681, section 3.1). No packet is lost, so slow start only ends at the receiver's
 *   window.
 * - A connection that sent nothing for longer than its retransmission timeout starts again from 10
 *   segments (RFC 5681, section 4.1; Linux: tcp_slow_start_after_idle). With a constant round trip
 *   Linux's timeout is RTT + 200 ms. Linux halves the window once per timeout passed rather than
 *   at once, which comes to the same after a few.
 * - Opening a connection takes 1 round trip (RFC 9293, section 3.5) and `tlsRoundTrips` more.
 */
import type { LinkProfile } from './link-profile.ts';

export const SEGMENT_BYTES = 1460;
export const HEADER_BYTES = 40;
export const INITIAL_WINDOW_BYTES = 10 * SEGMENT_BYTES;
/** Half of Linux's largest receive buffer (net.ipv4.tcp_rmem, 6 MiB), which it offers as window. */
const RECEIVE_WINDOW_BYTES = 3 * 1024 * 1024;
const MIN_TIMEOUT_US = 200_000;

export type Direction = 'up' | 'down';

/** Called with bytes that have arrived and when; `bytes` 0 with `end` is the end of the stream. */
export type Deliver = (
	flow: Flow,
	direction: Direction,
	bytes: number,
	end: boolean,
	atUs: number,
) => void;

/** One connection on the link. */
export class Flow {
	/** When the handshakes are done, µs. */
	readonly connectedAtUs: number;
	readonly up = new Sender();
	readonly down = new Sender();

	constructor(connectedAtUs: number) {
		this.connectedAtUs = connectedAtUs;
	}
}

/** One end of a connection: what it still has to send and what is not acknowledged yet. */
class Sender {
	/** Pieces to send: how many bytes, handed over when; `end` marks the end of the stream. */
	readonly queue: { bytes: number; atUs: number; end: boolean }[] = [];
	readonly acks: { atUs: number; bytes: number }[] = [];
	readonly arrivals: { atUs: number; bytes: number; end: boolean }[] = [];
	window = INITIAL_WINDOW_BYTES;
	unacknowledged = 0;
	queued = 0;
	lastSentUs = -Infinity;

	/** The earliest time at which it may send its next segment; Infinity with nothing to send. */
	readyAtUs(): number {
		const piece = this.queue[0];
		if (!piece) return Infinity;
		const needed = Math.min(SEGMENT_BYTES, piece.bytes);
		let free = this.window - this.unacknowledged;
		let atUs = piece.atUs;
		let window = this.window;
		for (const ack of this.acks) {
			if (free >= needed) break;
			// An acknowledgement frees its bytes and widens the window by as many.
			const wider = Math.min(RECEIVE_WINDOW_BYTES, window + ack.bytes);
			free += ack.bytes + (wider - window);
			window = wider;
			atUs = Math.max(atUs, ack.atUs);
		}
		return atUs;
	}

	/** Takes the bytes of one segment from what has been handed over by `startUs`. */
	takeSegment(startUs: number): { bytes: number; end: boolean } {
		const room = Math.min(SEGMENT_BYTES, this.window - this.unacknowledged);
		let bytes = 0;
		for (let piece = this.queue[0]; piece && piece.atUs <= startUs; piece = this.queue[0]) {
			const taken = Math.min(room - bytes, piece.bytes);
			bytes += taken;
			piece.bytes -= taken;
			if (piece.bytes > 0) break;
			this.queue.shift();
			if (piece.end) return { bytes, end: true };
		}
		return { bytes, end: false };
	}

	acknowledgeUntil(atUs: number): void {
		for (let ack = this.acks[0]; ack && ack.atUs <= atUs; ack = this.acks[0]) {
			this.acks.shift();
			this.unacknowledged -= ack.bytes;
			this.window = Math.min(RECEIVE_WINDOW_BYTES, this.window + ack.bytes);
		}
	}
}

/** One direction of the link: a wire that carries one segment at a time. */
class Wire {
	readonly #direction: Direction;
	readonly #flows: Flow[];
	#rttUs: number;
	#usPerByte: number;
	#freeAtUs = 0;
	#turn = 0;

	constructor(direction: Direction, flows: Flow[], profile: LinkProfile) {
		this.#direction = direction;
		this.#flows = flows;
		this.#rttUs = profile.rttUs;
		this.#usPerByte = usPerByte(profile, direction);
	}

	change(profile: LinkProfile): void {
		this.#rttUs = profile.rttUs;
		this.#usPerByte = usPerByte(profile, this.#direction);
	}

	/** When the next segment starts to be sent; Infinity where nobody has anything to send. */
	nextStartUs(): number {
		let first = Infinity;
		for (const flow of this.#flows) first = Math.min(first, flow[this.#direction].readyAtUs());
		return Math.max(first, this.#freeAtUs);
	}

	/** Sends all segments that start at or before `toUs`. */
	sendUntil(toUs: number): void {
		for (let startUs = this.nextStartUs(); startUs <= toUs; startUs = this.nextStartUs()) {
			const count = this.#flows.length;
			for (let i = 0; i < count; i++) {
				const index = (this.#turn + i) % count;
				const sender = this.#flows[index]?.[this.#direction];
				if (!sender || sender.readyAtUs() > startUs) continue;
				this.#turn = index + 1;
				this.#send(sender, startUs);
				break;
			}
		}
	}

	/**
	 * When the last byte of what is queued on a flow arrives, at the earliest: what nobody else can
	 * make sooner. Lets a caller sleep through the segments between.
	 */
	earliestEndUs(sender: Sender): number {
		const startUs = Math.max(this.#freeAtUs, sender.readyAtUs());
		const segments = Math.ceil(sender.queued / SEGMENT_BYTES);
		return startUs + (sender.queued + segments * HEADER_BYTES) * this.#usPerByte + this.#rttUs / 2;
	}

	#send(sender: Sender, startUs: number): void {
		sender.acknowledgeUntil(startUs);
		const idleUs = startUs - sender.lastSentUs;
		if (sender.unacknowledged === 0 && idleUs > this.#rttUs + MIN_TIMEOUT_US) {
			sender.window = Math.min(sender.window, INITIAL_WINDOW_BYTES);
		}
		const { bytes, end } = sender.takeSegment(startUs);
		sender.queued -= bytes;
		const sentUs = startUs + (bytes + (bytes > 0 ? HEADER_BYTES : 0)) * this.#usPerByte;
		this.#freeAtUs = sentUs;
		if (bytes > 0) {
			sender.unacknowledged += bytes;
			sender.acks.push({ atUs: sentUs + this.#rttUs, bytes });
			sender.lastSentUs = sentUs;
		}
		sender.arrivals.push({ atUs: sentUs + this.#rttUs / 2, bytes, end });
	}
}

export class Link {
	#profile: LinkProfile;
	readonly #flows: Flow[] = [];
	readonly #wires: Readonly<Record<Direction, Wire>>;

	constructor(profile: LinkProfile) {
		this.#profile = profile;
		this.#wires = {
			up: new Wire('up', this.#flows, profile),
			down: new Wire('down', this.#flows, profile),
		};
	}

	/** From now on the link is another one; what is under way arrives as it was sent. */
	change(profile: LinkProfile): void {
		this.#profile = profile;
		this.#wires.up.change(profile);
		this.#wires.down.change(profile);
	}

	/** Begins a connection at `atUs`. */
	connect(atUs: number): Flow {
		const { rttUs, tlsRoundTrips } = this.#profile;
		const flow = new Flow(atUs + rttUs * (1 + tlsRoundTrips));
		this.#flows.push(flow);
		return flow;
	}

	/**
	 * Hands `bytes` to the sending end of `flow` at `atUs`, which must not be before an earlier call
	 * on this link. `end` says that nothing follows.
	 */
	send(flow: Flow, direction: Direction, bytes: number, atUs: number, end = false): void {
		// What could start by now has started: the newcomer must not win a turn in hindsight.
		this.#wires[direction].sendUntil(atUs);
		flow[direction].queue.push({ bytes, atUs, end });
		flow[direction].queued += bytes;
	}

	/** Forgets a connection; what it still had under way is not delivered. */
	close(flow: Flow): void {
		const index = this.#flows.indexOf(flow);
		if (index >= 0) this.#flows.splice(index, 1);
	}

	/** Lets everything happen that happens up to `toUs`, and delivers what has arrived by then. */
	advance(toUs: number, deliver: Deliver): void {
		for (const direction of ['up', 'down'] as const) {
			this.#wires[direction].sendUntil(toUs);
			for (const flow of [...this.#flows]) {
				const { arrivals } = flow[direction];
				for (let next = arrivals[0]; next && next.atUs <= toUs; next = arrivals[0]) {
					arrivals.shift();
					deliver(flow, direction, next.bytes, next.end, next.atUs);
				}
			}
		}
	}

	/**
	 * When it is worth calling `advance` again; Infinity with nothing under way. The times of the
	 * deliveries do not depend on when it is called, so it sleeps until a whole queue can be through.
	 */
	nextUs(): number {
		let next = Infinity;
		for (const direction of ['up', 'down'] as const) {
			const wire = this.#wires[direction];
			for (const flow of this.#flows) {
				const sender = flow[direction];
				const end = sender.queue.length ? wire.earliestEndUs(sender) : sender.arrivals.at(-1)?.atUs;
				next = Math.min(next, end ?? Infinity);
			}
		}
		return next;
	}
}

function usPerByte(profile: LinkProfile, direction: Direction): number {
	return 8e6 / (direction === 'up' ? profile.upBitsPerSecond : profile.downBitsPerSecond);
}
