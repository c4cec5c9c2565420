/**
 * Takes out of a module of Node's what never does anything here: debug output, tracing, observers,
 * diagnostics channels and async hooks, and the statements that dropped.mjs names.
 */
import { parse } from 'acorn';

/** Conditions that are always false here. */
const NEVER =
	/^(?:\w+Channel\.hasSubscribers|isTraceHTTPEnabled\(\)|hasObserver\('\w+'\)|\w+\.hasSubscribers)$/;

/** The text without dead statements; `dropped` gives beginnings of top-level ones to leave out. */
export function strip(name, text, dropped = []) {
	const tree = parse(text, {
		ecmaVersion: 'latest',
		sourceType: 'script',
		allowReturnOutsideFunction: true,
	});
	const cuts = [];
	for (const beginning of dropped) {
		const node = tree.body.find(({ start }) => text.startsWith(beginning, start));
		if (node === undefined) {
			throw new Error(
				`lib/${name}.js no longer has "${beginning}"; mend scripts/engine/dropped.mjs.`,
			);
		}
		cuts.push(node);
	}
	collect(tree, text, cuts);
	cuts.sort((a, b) => a.start - b.start);
	let out = '';
	let at = 0;
	for (const { start, end } of cuts) {
		if (start < at) continue;
		out += `${text.slice(at, start)};`;
		at = end;
	}
	return out + text.slice(at);
}

function collect(node, text, cuts) {
	if (isDead(node, text)) {
		cuts.push(node);
		return;
	}
	for (const [key, value] of Object.entries(node)) {
		if (key === 'type' || value === null || typeof value !== 'object') continue;
		for (const child of Array.isArray(value) ? value : [value]) {
			if (typeof child?.type === 'string') collect(child, text, cuts);
		}
	}
}

function isDead(node, text) {
	if (node.type === 'ExpressionStatement') {
		return node.expression.type === 'CallExpression' && node.expression.callee.name === 'debug';
	}
	if (node.type !== 'IfStatement' || node.alternate !== null) return false;
	return conjuncts(node.test).some(({ start, end }) => NEVER.test(text.slice(start, end)));
}

/** The parts of `a && b && c`: if one is never true, the whole is not. */
function conjuncts(test) {
	if (test.type !== 'LogicalExpression' || test.operator !== '&&') return [test];
	return [...conjuncts(test.left), ...conjuncts(test.right)];
}
