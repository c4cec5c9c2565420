/**
 * Cuts Literata to the characters and weights that the site uses and writes the two woff2 files and
 * the licence to `public/fonts`. Run it by hand after changing the lists; its output is committed.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const PACKAGE = new URL('../node_modules/@fontsource-variable/literata/', import.meta.url);
const OUT = new URL('../public/fonts/', import.meta.url);
const BUDGET_BYTES = 40_000;

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const TEXT = `${ASCII}\u00a0·×−–—‘’“”…°±µ§©½éèäöüßñåç†•€`;

const FEATURES = ['kern', 'liga', 'tnum', 'pnum', 'lnum', 'onum'];

const CUTS = [
	{ from: 'normal', to: 'literata-roman', axes: { wght: { min: 400, max: 600 } } },
	{ from: 'italic', to: 'literata-italic', axes: { wght: 400 } },
];

await mkdir(OUT, { recursive: true });
let sum = 0;
for (const { from, to, axes } of CUTS) {
	const source = await readFile(new URL(`files/literata-latin-wght-${from}.woff2`, PACKAGE));
	const font = await subsetFont(source, TEXT, {
		targetFormat: 'woff2',
		variationAxes: axes,
		keepFeatures: FEATURES,
	});
	await writeFile(new URL(`${to}.woff2`, OUT), font);
	sum += font.byteLength;
	console.log(`${to}.woff2 ${font.byteLength} bytes`);
}
await copyFile(new URL('LICENSE', PACKAGE), new URL('literata-OFL.txt', OUT));

console.log(`together ${sum} bytes of ${BUDGET_BYTES}`);
if (sum >= BUDGET_BYTES) {
	throw new Error(`The fonts weigh ${sum} bytes; the budget is ${BUDGET_BYTES}. Cut characters.`);
}
