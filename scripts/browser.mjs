// Finds a Chromium, or installs one: Debian's where apt-get may, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome-stable',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a browser that Playwright can drive. Ends the process with a way out if none can be had. */
export async function findChromium() {
	if (process.env.CHROMIUM) {
		if (existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
		fail(`CHROMIUM is set to ${process.env.CHROMIUM}, where there is no file.`);
	}
	const { chromium } = await import('playwright');
	const candidates = () => [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
	const found = candidates();
	if (found) return found;

	console.log('No Chromium found: installing one …');
	if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit', env });
	} else {
		spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
	}
	return (
		candidates() ??
		fail(
			'A Chromium could not be installed. Install one (Debian: apt-get install chromium, as root) ' +
				'or name it: CHROMIUM=/path/to/chromium npm test',
		)
	);
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
