import { loopBusyMs } from '../loop/busy.ts';

interface Utilization {
	idle: number;
	active: number;
	utilization: number;
}

/** How busy the event loop was, without the pool, since the start or between two answers. */
function eventLoopUtilization(now?: Utilization, before?: Utilization): Utilization {
	if (now !== undefined && before !== undefined) return difference(now, before);
	const active = loopBusyMs();
	const idle = Math.max(0, performance.now() - active);
	const current = { idle, active, utilization: active / (idle + active) };
	return now === undefined ? current : difference(current, now);
}

function difference(now: Utilization, before: Utilization): Utilization {
	const idle = now.idle - before.idle;
	const active = now.active - before.active;
	return { idle, active, utilization: active / (idle + active || 1) };
}

/** The browser's clock with Node's addition. */
export const performance: Performance & { eventLoopUtilization: typeof eventLoopUtilization } =
	Object.defineProperties(globalThis.performance, {
		eventLoopUtilization: { value: eventLoopUtilization, configurable: true },
		nodeTiming: { value: {}, configurable: true },
	}) as Performance & { eventLoopUtilization: typeof eventLoopUtilization };

export { eventLoopUtilization };
export const PerformanceObserver = globalThis.PerformanceObserver;
export const PerformanceEntry = globalThis.PerformanceEntry;
export const constants = {};
