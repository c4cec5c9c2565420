/** A network between one user and the server, as a model. */
export interface LinkProfile {
	/** There and back, without the time that bytes take to be sent. */
	rttUs: number;
	/** Server to user and user to server, bits per second; Infinity for no limit. */
	downBitsPerSecond: number;
	upBitsPerSecond: number;
	/**
	 * Round trips of the TLS handshake: 0 without TLS, 1 for TLS 1.3 (RFC 8446, section 2), 2 for
	 * TLS 1.2 (RFC 5246, section 7.3). Its processor work is not modelled.
	 */
	tlsRoundTrips: 0 | 1 | 2;
}

const MEGABIT = 1e6;

/**
 * Named links. `cable` is WebPageTest's profile of that name (5/1 Mbit/s, 28 ms); `4g` is what
 * Lighthouse calls slow 4G (1.6 Mbit/s, 150 ms, up 0.75 Mbit/s). The others are round figures:
 * 80 ms is a usual London–New York round trip; 600 ms is what a geostationary satellite costs
 * (35,786 km up and down, twice, at the speed of light is 477 ms, the rest is equipment).
 */
export const LINKS: Readonly<Record<string, LinkProfile>> = {
	loopback: profile(0, Infinity, Infinity),
	lan: profile(0.5, 1000, 1000),
	cable: profile(28, 5, 1),
	'4g': profile(150, 1.6, 0.75),
	transatlantic: profile(80, 100, 20),
	satellite: profile(600, 20, 3),
};

/**
 * A link by name, or as `RTT/DOWN/UP` in ms and Mbit/s, for example `30/25/5`. Throws a RangeError
 * that lists the names where it is neither.
 */
export function linkProfile(text: string): LinkProfile {
	const named = Object.hasOwn(LINKS, text) ? LINKS[text] : undefined;
	if (named) return named;
	const numbers = text.split('/').map((part) => (part.trim() === '' ? NaN : Number(part)));
	const [rttMs = NaN, down = NaN, up = NaN, ...rest] = numbers;
	if (rest.length === 0 && rttMs >= 0 && rttMs <= 10_000 && down > 0 && up > 0) {
		return profile(rttMs, down, up);
	}
	throw new RangeError(
		`Expected a link: one of ${Object.keys(LINKS).join(', ')}, or RTT/DOWN/UP in ms and Mbit/s ` +
			`such as 30/25/5; received ${text}`,
	);
}

function profile(rttMs: number, downMbit: number, upMbit: number): LinkProfile {
	return {
		rttUs: rttMs * 1000,
		downBitsPerSecond: downMbit * MEGABIT,
		upBitsPerSecond: upMbit * MEGABIT,
		tlsRoundTrips: 0,
	};
}
