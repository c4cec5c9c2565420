import type { LinkProfile } from '../../../src/load/link-profile.ts';
import { Link, type Deliver, type Flow } from '../../../src/load/link.ts';

/** A link's profile from ms and Mbit/s, as tables write them. */
export function profileOf(
	rttMs: number,
	downMbit: number,
	upMbit = downMbit,
	tlsRoundTrips: LinkProfile['tlsRoundTrips'] = 0,
): LinkProfile {
	return {
		rttUs: rttMs * 1e3,
		downBitsPerSecond: downMbit * 1e6,
		upBitsPerSecond: upMbit * 1e6,
		tlsRoundTrips,
	};
}

/** Sleeps from one event of the link to the next until nothing is under way; returns the time. */
export function runUntilQuiet(link: Link, deliver: Deliver, fromUs = 0): number {
	let nowUs = fromUs;
	for (let nextUs = link.nextUs(); nextUs < Infinity; nextUs = link.nextUs()) {
		nowUs = nextUs;
		link.advance(nowUs, deliver);
	}
	return nowUs;
}

/**
 * Does one request and answer on each of the flows, all at once, with a server that answers as
 * soon as it has the whole request. Returns when the last byte of the last answer arrived.
 */
export function exchangeOn(
	link: Link,
	flows: readonly Flow[],
	atUs: number,
	requestBytes: number,
	responseBytes: number,
): number {
	const missing = new Map(flows.map((flow) => [flow, requestBytes]));
	let lastUs = atUs;
	for (const flow of flows) link.send(flow, 'up', requestBytes, atUs);
	runUntilQuiet(
		link,
		(flow, direction, bytes, _end, arrivedUs) => {
			if (direction === 'down') {
				lastUs = Math.max(lastUs, arrivedUs);
				return;
			}
			const left = (missing.get(flow) ?? 0) - bytes;
			missing.set(flow, left);
			if (left === 0) link.send(flow, 'down', responseBytes, arrivedUs);
		},
		atUs,
	);
	return lastUs;
}
