// npm run check: formatting, lint and types, each with its own words.
import { run } from './bootstrap.mjs';

const STEPS = [
	['prettier', ['--check', '--log-level', 'warn', '.']],
	['oxlint', ['--deny-warnings', '--quiet']],
	['astro', ['check', '--minimumFailingSeverity', 'warning']],
];

let failed = 0;
for (const [command, args] of STEPS) {
	console.log(`· ${command} ${args.join(' ')}`);
	if ((await run(command, args)) !== 0) failed++;
}
process.exit(failed ? 1 : 0);
