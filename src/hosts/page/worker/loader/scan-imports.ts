// Finds the import and export specifiers of a module without parsing it: a walk over its tokens that
// knows strings, templates, comments and regular expressions. es-module-lexer is its oracle in tests.

/** One place that names a module. */
export type ImportSite =
	| {
			kind: 'static';
			specifier: string;
			/** The specifier without its quotes, and where its attributes end (or it does). */
			start: number;
			end: number;
			statementEnd: number;
	  }
	/** `import(`: from the keyword to behind the parenthesis. */
	| { kind: 'dynamic'; start: number; end: number }
	/** `import.meta`. */
	| { kind: 'meta'; start: number; end: number };

const TRIVIA = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const WORD = /[#$_\p{ID_Start}\\][$\u200c\u200d\p{ID_Continue}\\]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const STRING = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y;
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;

/** After these words a slash begins a regular expression. */
const BEFORE_EXPRESSION = new Set(
	'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(
		' ',
	),
);
const BEFORE_CONDITION = new Set(['if', 'while', 'for', 'with']);

interface Token {
	kind: 'word' | 'string' | 'value' | 'mark';
	text: string;
	start: number;
	end: number;
}

/** The sites in order; throws a SyntaxError where a string, template or comment has no end. */
export function scanImports(source: string): ImportSite[] {
	const sites: ImportSite[] = [];
	const tokens = tokenize(source);
	const depths = { now: 0 };
	const calls: { site: ImportSite; depth: number }[] = [];
	let before: Token | undefined;
	let token = next();
	function next(): Token | undefined {
		const result = tokens.next();
		return result.done ? undefined : result.value;
	}
	while (token !== undefined) {
		const current: Token = token;
		const isMember = before?.text === '.' || before?.text === '?.';
		before = current;
		token = next();
		if (current.kind === 'mark') {
			if ('{(['.includes(current.text) || current.text === '${') depths.now++;
			else if ('})]'.includes(current.text)) depths.now--;
			const opened = calls.at(-1);
			if (opened !== undefined && depths.now < opened.depth) {
				calls.pop();
				// `import(x) { … }` is a method of that name.
				if (token?.text === '{') sites.splice(sites.indexOf(opened.site), 1);
			}
		}
		if (current.kind !== 'word' || isMember) continue;
		if (current.text === 'import') {
			if (token?.text === '(') {
				const site: ImportSite = { kind: 'dynamic', start: current.start, end: token.end };
				sites.push(site);
				calls.push({ site, depth: depths.now + 1 });
			} else if (token?.text === '.') {
				before = token;
				token = next();
				if (token?.text !== 'meta') continue;
				sites.push({ kind: 'meta', start: current.start, end: token.end });
			} else if (depths.now === 0 && token?.text !== ':') {
				readStatic();
			}
		} else if (current.text === 'export' && depths.now === 0) {
			if (token?.text === '*' || token?.text === '{') readStatic();
		}
	}
	return sites;

	/** From the clause on: up to its string, which follows `import` or `from`, and its attributes. */
	function readStatic(): void {
		let inner = 0;
		let last: Token | undefined;
		for (; token !== undefined; token = next()) {
			if (token.text === '{') inner++;
			if (token.text === '}') inner--;
			const isSpecifier =
				token.kind === 'string' && inner === 0 && (last === undefined || last.text === 'from');
			if (isSpecifier) break;
			// `export { a };` and `import a = b` of TypeScript have no specifier.
			const isOver =
				inner === 0 && last !== undefined && (token.text === ';' || token.text === '=');
			const isOther = last?.text === '}' && inner === 0 && token.text !== 'from';
			if (isOver || isOther) {
				before = last;
				return;
			}
			last = token;
		}
		if (token === undefined) return;
		const { start, end, text } = token;
		let statementEnd = end;
		before = token;
		token = next();
		if (token?.text === 'with' || token?.text === 'assert') {
			const open = next();
			if (open?.text === '{') {
				for (let part = next(); part !== undefined; part = next()) {
					if (part.text !== '}') continue;
					statementEnd = part.end;
					break;
				}
			}
			token = next();
		}
		const specifier = unquote(text);
		sites.push({ kind: 'static', specifier, start: start + 1, end: end - 1, statementEnd });
	}
}

function unquote(text: string): string {
	const body = text.slice(1, -1);
	if (!body.includes('\\')) return body;
	try {
		return JSON.parse(`"${body.replace(/\\'/g, "'").replace(/"/g, '\\"')}"`) as string;
	} catch {
		return body;
	}
}

/** The tokens that matter: words, strings, other values as one, and single characters. */
function* tokenize(source: string): Generator<Token> {
	/** For each open bracket: whether its end lets a slash begin a regular expression. */
	const brackets: { close: string; before: boolean }[] = [];
	let last: Token | undefined;
	let canBeRegExp = true;
	let at = source.startsWith('#!') ? source.indexOf('\n') : 0;
	if (at === -1) return;
	const take = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		return pattern.exec(source)?.[0];
	};
	const fail = (what: string): never => {
		throw new SyntaxError(`${what} at offset ${at}`);
	};
	const make = (kind: Token['kind'], text: string): Token => {
		const token = { kind, text, start: at, end: at + text.length };
		at = token.end;
		last = token;
		return token;
	};
	/** Skips the text of a template up to `${` or its end. */
	const template = (): Token => {
		at += take(TEMPLATE_PART)?.length ?? 0;
		if (source[at] === '`') {
			canBeRegExp = false;
			return make('value', '`');
		}
		if (source[at] !== '$') fail('Unterminated template');
		brackets.push({ close: '`', before: false });
		canBeRegExp = true;
		return make('mark', '${');
	};
	for (;;) {
		at += take(TRIVIA)?.length ?? 0;
		const character = source[at];
		if (character === undefined) return;
		if (character === "'" || character === '"') {
			yield make('string', take(STRING) ?? fail('Unterminated string'));
			canBeRegExp = false;
		} else if (character === '`') {
			at++;
			yield template();
		} else if (/\d/.test(character) || (character === '.' && /\d/.test(source[at + 1] ?? ''))) {
			yield make('value', take(NUMBER) ?? character);
			canBeRegExp = false;
		} else if (character === '/') {
			if (source[at + 1] === '*') fail('Unterminated comment');
			const pattern: string | undefined = canBeRegExp ? take(REGEXP) : undefined;
			yield make(pattern === undefined ? 'mark' : 'value', pattern ?? '/');
			canBeRegExp = pattern === undefined;
		} else if ('([{'.includes(character)) {
			const isCondition =
				character === '(' && last?.kind === 'word' && BEFORE_CONDITION.has(last.text);
			brackets.push({ close: character, before: character === '{' || isCondition });
			yield make('mark', character);
			canBeRegExp = true;
		} else if (')]}'.includes(character)) {
			const open = brackets.pop();
			yield make('mark', character);
			canBeRegExp = open?.before ?? true;
			if (open?.close === '`') yield template();
		} else {
			const word = take(WORD);
			if (word === undefined) {
				yield make('mark', source.startsWith('...', at) ? '...' : character);
				// `a++ / b` divides; so it does after all else that ends a value.
				const isPostfix: boolean =
					/[+-]/.test(character) && source[at - 2] === character && !canBeRegExp;
				canBeRegExp = !isPostfix;
			} else {
				const isMember = last?.text === '.';
				yield make('word', word);
				canBeRegExp = !isMember && BEFORE_EXPRESSION.has(word);
			}
		}
	}
}
