// Runs a package's command (`astro dev`) or a script (`scripts/lab.ts`) under the pinned Node,
// installing what is missing first.
import { ensureInstalled, NODE, run } from './bootstrap.mjs';

const [command, ...args] = process.argv.slice(2);
ensureInstalled();
const isScript = /\.(mjs|ts)$/.test(command);
process.exit(isScript ? await run(NODE, [command, ...args]) : await run(command, args));
