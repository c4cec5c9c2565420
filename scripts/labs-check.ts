/** npm run labs:check [LAB …]: runs the expectations of labs on real Node, one after the other. */
import { createNodeHost } from '../src/hosts/node.ts';
import { checkExpectation } from './expectations.ts';
import { labIds, loadLab, mountedFiles } from './lab-files.ts';

const wanted = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const id of wanted.length ? wanted : await labIds()) {
	const lab = await loadLab(id);
	const files = await mountedFiles(id);
	const host = createNodeHost();
	await host.boot(new AbortController().signal, () => {});
	for (const expectation of lab.expectations) {
		const { ratio, holds, problem } = await checkExpectation(host, lab, files, expectation);
		if (holds) passed++;
		else failed++;
		const [min, max] = expectation.ratio;
		console.log(
			`${holds ? '✓' : '✗'} ${id}: ${expectation.says}\n` +
				`    ${expectation.metric} × ${ratio.toFixed(3)}, expected ${min} to ${max}${problem ? `; ${problem}` : ''}`,
		);
	}
	host.dispose();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
