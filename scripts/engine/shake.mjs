/**
 * Takes out of Node's library what nothing here reaches: esbuild does not look into CommonJS. A
 * top-level declaration stays if a statement that stays mentions it; an internal module's export
 * stays if a module that stays takes it by name.
 */
import { parse } from 'acorn';

/**
 * Shakes modules by name to text. `wanted` gives what our own code takes: names by module, or true
 * for all. `dropped` lists functions by module whose bodies only serve what a page cannot do.
 */
export function shake(modules, wanted, dropped) {
	const parsed = new Map();
	for (const [name, text] of modules) parsed.set(name, analyse(name, text, dropped[name] ?? []));
	// The first round keeps all exports; each later one keeps what the round before still asked for.
	let demand = new Map([...modules.keys()].map((name) => [name, true]));
	let size = Infinity;
	for (;;) {
		const next = new Map(wanted);
		let total = 0;
		const shaken = new Map();
		for (const [name, module] of parsed) {
			const text = keep(module, demand.get(name) ?? new Set());
			shaken.set(name, text);
			total += text.length;
			for (const [other, names] of requests(text)) addDemand(next, other, names);
		}
		if (total >= size) return shaken;
		size = total;
		demand = next;
	}
}

function addDemand(demand, module, names) {
	const before = demand.get(module);
	if (before === true || names === true) demand.set(module, true);
	else demand.set(module, new Set([...(before ?? []), ...names]));
}

function toTree(name, text) {
	try {
		return parse(text, {
			ecmaVersion: 'latest',
			sourceType: 'script',
			allowReturnOutsideFunction: true,
		});
	} catch (error) {
		throw new Error(`lib/${name}.js cannot be parsed: ${error.message}`, { cause: error });
	}
}

/** What a module takes from others, as [module, names or true]. */
function requests(text) {
	const found = [];
	walk(toTree('', text), (node, parent) => {
		const name = requiredName(node);
		if (name === undefined) return;
		if (parent?.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern') {
			found.push([name, patternNames(parent.id)]);
		} else if (parent?.type === 'AssignmentExpression' && parent.left.type === 'ObjectPattern') {
			found.push([name, patternNames(parent.left)]);
		} else if (parent?.type === 'MemberExpression' && parent.object === node && !parent.computed) {
			found.push([name, [parent.property.name]]);
		} else {
			found.push([name, true]);
		}
	});
	return found;
}

function requiredName(node) {
	if (node.type !== 'CallExpression' || node.callee.name !== 'require') return undefined;
	return node.arguments[0]?.value;
}

function patternNames(pattern) {
	return pattern.properties.map(({ key }) => key.name ?? key.value);
}

/** Calls `visit(node, parent)` for each node. */
function walk(node, visit, parent) {
	visit(node, parent);
	for (const [key, value] of Object.entries(node)) {
		if (key === 'type' || value === null || typeof value !== 'object') continue;
		for (const child of Array.isArray(value) ? value : [value]) {
			if (typeof child?.type === 'string') walk(child, visit, node);
		}
	}
}

/** Names that a piece of code mentions, as far as they could be top-level bindings. */
function mentions(node) {
	const names = new Set();
	walk(node, (each, parent) => {
		if (each.type !== 'Identifier') return;
		const isProperty =
			parent?.type === 'MemberExpression' && parent.property === each && !parent.computed;
		const isKey =
			(parent?.type === 'Property' ||
				parent?.type === 'MethodDefinition' ||
				parent?.type === 'PropertyDefinition') &&
			parent.key === each &&
			!parent.computed &&
			!parent.shorthand;
		if (!isProperty && !isKey) names.add(each.name);
	});
	return names;
}

function analyse(name, text, dropped) {
	const tree = toTree(name, text);
	const units = [];
	let exported;
	for (const node of tree.body) {
		const assigned = exportsObject(node);
		if (assigned !== undefined && exported === undefined && isInternal(name)) {
			exported = {
				at: units.length,
				properties: assigned.properties.map((p) => property(p, text)),
			};
			continue;
		}
		units.push(...unitsOf(node, text, dropped));
	}
	for (const wantedName of dropped) {
		if (!units.some((unit) => unit.dropped === wantedName)) {
			throw new Error(
				`lib/${name}.js no longer has ${wantedName}(); mend scripts/engine/dropped.mjs.`,
			);
		}
	}
	return { name, units, exported };
}

/** Only internal modules are cut: public ones are the reader's. */
const isInternal = (name) => name.startsWith('internal/');

function exportsObject(node) {
	if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression')
		return undefined;
	const { left, right } = node.expression;
	const isExports =
		left.type === 'MemberExpression' &&
		left.object.name === 'module' &&
		left.property.name === 'exports';
	if (!isExports || right.type !== 'ObjectExpression') return undefined;
	return right.properties.every((p) => p.type === 'Property') ? right : undefined;
}

function property(node, text) {
	return {
		key: node.key.name ?? node.key.value,
		text: text.slice(node.start, node.end),
		uses: mentions(node.value),
	};
}

/** A statement as one or more units, each with the names that it declares, or none if it must stay. */
function unitsOf(node, text, dropped) {
	if (node.type === 'FunctionDeclaration') {
		const rule = dropped.find((each) => each.split('=', 1)[0] === node.id.name);
		const isDropped = rule !== undefined;
		const body = rule?.includes('=')
			? `return ${rule.split('=')[1]};`
			: `throw new Error('${node.id.name} is not in the page engine');`;
		const code = isDropped
			? `function ${node.id.name}() { ${body} }`
			: text.slice(node.start, node.end);
		const uses = isDropped ? new Set() : mentions(node);
		return [
			{ text: code, declares: [node.id.name], uses, ...(isDropped ? { dropped: rule } : {}) },
		];
	}
	if (node.type === 'ClassDeclaration' && dropped.includes(node.id.name)) {
		const code = `class ${node.id.name} {}`;
		return [{ text: code, declares: [node.id.name], uses: new Set(), dropped: node.id.name }];
	}
	if (node.type === 'ClassDeclaration') {
		return [
			{ text: text.slice(node.start, node.end), declares: [node.id.name], uses: mentions(node) },
		];
	}
	if (node.type === 'VariableDeclaration')
		return node.declarations.flatMap((d) => declarator(node.kind, d, text));
	return [{ text: text.slice(node.start, node.end), declares: undefined, uses: mentions(node) }];
}

function declarator(kind, { id, init }, text) {
	const source = init === null ? '' : text.slice(init.start, init.end);
	const uses = init === null ? new Set() : mentions(init);
	if (id.type === 'Identifier') {
		const code = `${kind} ${id.name}${init === null ? '' : ` = ${source}`};`;
		return [{ text: code, declares: isPure(init) ? [id.name] : undefined, names: [id.name], uses }];
	}
	if (id.type === 'ObjectPattern' && isPure(init)) {
		return [{ pattern: patternOf(id, text), kind, source, declares: patternBindings(id), uses }];
	}
	return [
		{ text: `${kind} ${text.slice(id.start, id.end)} = ${source};`, declares: undefined, uses },
	];
}

function patternOf(pattern, text) {
	return pattern.properties.map((p) => {
		if (p.type !== 'Property') throw new Error("a rest element in a pattern of Node's library");
		if (p.value.type === 'ObjectPattern')
			return { key: p.key.name, nested: patternOf(p.value, text) };
		const target = p.value.type === 'AssignmentPattern' ? p.value.left : p.value;
		return { key: p.key.name, binding: target.name, text: text.slice(p.start, p.end) };
	});
}

function patternBindings(pattern) {
	return pattern.properties.flatMap(({ value }) =>
		value.type === 'ObjectPattern' ? patternBindings(value) : [(value.left ?? value).name],
	);
}

/** Whether leaving out an initialiser changes nothing else. Requiring a module counts as nothing. */
function isPure(init) {
	if (init === null) return true;
	switch (init.type) {
		case 'Literal':
		case 'Identifier':
		case 'FunctionExpression':
		case 'ArrowFunctionExpression':
			return true;
		case 'MemberExpression':
			return isPure(init.object);
		case 'UnaryExpression':
			return isPure(init.argument);
		case 'BinaryExpression':
		case 'LogicalExpression':
			return isPure(init.left) && isPure(init.right);
		case 'ArrayExpression':
			return init.elements.every((e) => e !== null && isPure(e));
		case 'ObjectExpression':
			return init.properties.every((p) => p.type === 'Property' && !p.computed && isPure(p.value));
		case 'NewExpression':
			return (
				['SafeMap', 'SafeSet', 'Map', 'Set', 'SafeWeakMap', 'WeakMap'].includes(init.callee.name) &&
				init.arguments.every(isPure)
			);
		case 'CallExpression':
			// A channel for diagnostics, and a function for debug output.
			if (init.callee.property?.name === 'debuglog' || init.callee.object?.name === 'dc')
				return true;
			return (
				[
					'require',
					'Symbol',
					'internalBinding',
					'hideStackFrames',
					'SymbolFor',
					'getLazy',
					'ObjectFreeze',
				].includes(init.callee.name) && init.arguments.every(isPure)
			);
		default:
			return false;
	}
}

/** The text of a module with only what is asked for, and what that needs. */
function keep({ units, exported }, demand) {
	const properties = exported?.properties.filter((p) => demand === true || demand.has(p.key)) ?? [];
	const needed = new Set(properties.flatMap((p) => [...p.uses]));
	const kept = new Set();
	for (let grown = true; grown;) {
		grown = false;
		for (const unit of units) {
			if (kept.has(unit)) continue;
			if (unit.declares !== undefined && !unit.declares.some((name) => needed.has(name))) continue;
			kept.add(unit);
			for (const name of unit.uses) needed.add(name);
			grown = true;
		}
	}
	const lines = [];
	units.forEach((unit, at) => {
		if (at === exported?.at) lines.push(exportsText(properties));
		if (kept.has(unit)) lines.push(unitText(unit, needed));
	});
	if (exported?.at === units.length) lines.push(exportsText(properties));
	return `'use strict';\n${lines.join('\n')}`;
}

function exportsText(properties) {
	return `module.exports = { ${properties.map((p) => p.text).join(', ')} };`;
}

function unitText(unit, needed) {
	if (unit.pattern === undefined) return unit.text;
	return `${unit.kind} ${patternText(unit.pattern, needed)} = ${unit.source};`;
}

function patternText(pattern, needed) {
	const parts = pattern.flatMap((p) => {
		if (p.nested === undefined) return needed.has(p.binding) ? [p.text] : [];
		const nested = patternText(p.nested, needed);
		return nested === '{  }' ? [] : [`${p.key}: ${nested}`];
	});
	return `{ ${parts.join(', ')} }`;
}
