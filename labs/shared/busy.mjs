// Four times a second: how much processor time this process has used since the last report.
import { tell } from './settings.mjs';

export function reportBusy() {
	let cpu = process.cpuUsage();
	let atMs = performance.now();
	const report = () => {
		const { user, system } = process.cpuUsage(cpu);
		const nowMs = performance.now();
		tell({ t: 'busy', cpuUs: user + system, wallUs: Math.round((nowMs - atMs) * 1000) });
		cpu = process.cpuUsage();
		atMs = nowMs;
	};
	setInterval(report, 250).unref();
}
