// The part of node:os that makes sense in a page: what it answers is the browser's, or Linux's.

const cores = Math.max(1, navigator.hardwareConcurrency || 1);

export const EOL = '\n';
export const devNull = '/dev/null';
export const constants = { signals: { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }, errno: {} };
export const arch = () => 'wasm32';
export const availableParallelism = () => cores;
export const cpus = () =>
	Array.from({ length: cores }, () => ({
		model: 'in-page engine',
		speed: 0,
		times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 },
	}));
export const endianness = () => 'LE';
export const freemem = () => 0;
export const totalmem = () => 0;
export const homedir = () => '/';
export const hostname = () => 'localhost';
export const loadavg = () => [0, 0, 0];
export const networkInterfaces = () => ({});
export const platform = () => 'linux';
export const release = () => '0.0.0';
export const tmpdir = () => '/tmp';
export const type = () => 'Linux';
export const uptime = () => performance.now() / 1000;
export const machine = () => 'wasm32';
export const version = () => 'in-page engine';
