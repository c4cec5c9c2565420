import { expect, test } from 'vitest';
import { LINKS, linkProfile } from '../../../src/load/link-profile.ts';
import { DEFAULTS, readArguments, readChange } from '../../../src/load/options.ts';

test('without arguments the defaults hold', () => {
	expect(readArguments([])).toEqual(DEFAULTS);
});

test('arguments are read and checked', () => {
	const args = ['--loop=closed', '--rate=0.5', '--link=30/25/5', '--path=/a?b=c', '--duration=1.5'];
	expect(readArguments(args)).toEqual({
		...DEFAULTS,
		loop: 'closed',
		rate: 0.5,
		link: '30/25/5',
		path: '/a?b=c',
		duration: 1.5,
	});
});

test.each([
	// not an argument at all
	['rate=5', 'Expected --name=value, received rate=5'],
	['--rate', 'Expected --name=value, received --rate'],
	// no such name: all that exist are listed
	['--speed=5', 'There is no setting "speed". There are: loop, arrivals, rate,'],
	['--constructor=5', 'There is no setting "constructor"'],
	// one of a few
	['--loop=ajar', 'loop: expected one of open, closed, received ajar'],
	['--arrivals=bursts', 'arrivals: expected one of constant, poisson, received bursts'],
	['--tls=1.1', 'tls: expected one of off, 1.3, 1.2, received 1.1'],
	// a number in a range
	['--rate=0', 'rate: expected a number from 0.1 to 100000, received 0'],
	['--rate=fast', 'rate: expected a number from 0.1 to 100000, received fast'],
	['--rate=', 'rate: expected a number from 0.1 to 100000, received '],
	['--timeout=0', 'timeout: expected a number from 0.001 to 600, received 0'],
	['--warmup=-1', 'warmup: expected a number from 0 to 3600, received -1'],
	// whole numbers
	['--connections=2.5', 'connections: expected a whole number from 1 to 1000, received 2.5'],
	['--seed=0.1', 'seed: expected a whole number from 0 to 4294967295, received 0.1'],
	// a text of a form
	['--path=nowhere', 'path: expected a path that begins with /, received nowhere'],
	['--path=/a b', 'path: expected a path that begins with /, received /a b'],
	[
		'--url=https://example.org',
		'url: expected http://HOST:PORT with a port from 1 to 65535, received https://example.org',
	],
	// a link
	['--link=moon', 'link: Expected a link: one of loopback, lan, cable, 4g, transatlantic'],
])('%s is refused: %s', (arg, message) => {
	expect(() => readArguments([arg])).toThrow(RangeError);
	expect(() => readArguments([arg])).toThrow(message);
});

test('a change may name what can change, as text or as a number', () => {
	expect(readChange({ rate: 50, loop: 'closed' })).toEqual({ rate: 50, loop: 'closed' });
	expect(readChange({ rate: '50' })).toEqual({ rate: 50 });
});

test.each([
	// settings of the whole run stay
	[{ seed: 2 }, 'There is no setting "seed". There are: loop, arrivals, rate, connections,'],
	[{ url: 'http://127.0.0.1:1' }, 'There is no setting "url"'],
	// nothing of a change holds where one part is wrong
	[{ rate: 5, loop: 'ajar' }, 'loop: expected one of open, closed, received ajar'],
	[{ rate: null }, 'rate: expected a number from 0.1 to 100000, received null'],
])('the change %j is refused: %s', (set, message) => {
	expect(() => readChange(set)).toThrow(message);
});

test.each(Object.keys(LINKS))('the link %s has a round trip and bandwidths', (name) => {
	const { rttUs, downBitsPerSecond, upBitsPerSecond, tlsRoundTrips } = linkProfile(name);
	expect(rttUs).toBeGreaterThanOrEqual(0);
	expect(downBitsPerSecond).toBeGreaterThanOrEqual(upBitsPerSecond);
	expect(tlsRoundTrips).toBe(0);
});

test('a link can be given in numbers', () => {
	expect(linkProfile('30/25/5')).toEqual({
		rttUs: 30_000,
		downBitsPerSecond: 25e6,
		upBitsPerSecond: 5e6,
		tlsRoundTrips: 0,
	});
	expect(linkProfile('0/Infinity/1')).toMatchObject({ downBitsPerSecond: Infinity });
});

test.each([
	// names of what every object has
	'constructor',
	'toString',
	// parts that are missing, empty, too many or out of range
	'',
	'30/25',
	'/25/5',
	'30//5',
	'30/25/5/1',
	'-1/25/5',
	'30/0/5',
	'10001/25/5',
])('"%s" is no link, and the message lists what is', (text) => {
	expect(() => linkProfile(text)).toThrow(
		/^Expected a link: one of loopback, .*, or RTT\/DOWN\/UP in ms and Mbit\/s such as 30\/25\/5; received /,
	);
});
