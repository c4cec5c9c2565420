import { ParseError } from './grammar.ts';

/** How the end of a body is found. */
export type Framing =
	| { kind: 'none' }
	| { kind: 'length'; bytes: number }
	| { kind: 'chunked' }
	| { kind: 'until-close' };

/** What the headers say about the body and the connection. */
export interface Framed {
	length: number | undefined;
	isChunked: boolean;
	hasTransferEncoding: boolean;
	isClose: boolean;
	isKeepAlive: boolean;
	isUpgrade: boolean;
}

/** Reads the headers that matter; throws a ParseError where they contradict each other. */
export function framedBy(headers: readonly string[]): Framed {
	const framed: Framed = {
		length: undefined,
		isChunked: false,
		hasTransferEncoding: false,
		isClose: false,
		isKeepAlive: false,
		isUpgrade: false,
	};
	let hasUpgradeToken = false;
	let hasUpgradeHeader = false;
	for (let at = 0; at < headers.length; at += 2) {
		const name = headers[at] ?? '';
		const value = headers[at + 1] ?? '';
		// Only names of these lengths matter, and most headers are others.
		switch (name.length) {
			case 7:
				if (name.toLowerCase() === 'upgrade') hasUpgradeHeader = true;
				break;
			case 10:
				if (name.toLowerCase() !== 'connection') break;
				for (const token of value.toLowerCase().split(',')) {
					const word = token.trim();
					if (word === 'close') framed.isClose = true;
					else if (word === 'keep-alive') framed.isKeepAlive = true;
					else if (word === 'upgrade') hasUpgradeToken = true;
				}
				break;
			case 14:
				if (name.toLowerCase() === 'content-length') setLength(framed, value);
				break;
			case 17:
				if (name.toLowerCase() === 'transfer-encoding') setEncoding(framed, value);
				break;
		}
	}
	framed.isUpgrade = hasUpgradeToken && hasUpgradeHeader;
	return framed;
}

function setLength(framed: Framed, value: string): void {
	if (framed.length !== undefined) {
		throw new ParseError('UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length');
	}
	if (framed.hasTransferEncoding) {
		throw new ParseError(
			'INVALID_CONTENT_LENGTH',
			"Content-Length can't be present with Transfer-Encoding",
		);
	}
	if (value === '') throw new ParseError('INVALID_CONTENT_LENGTH', 'Empty Content-Length');
	if (!/^\d+$/.test(value)) {
		throw new ParseError('INVALID_CONTENT_LENGTH', 'Invalid character in Content-Length');
	}
	framed.length = Number(value);
	if (!Number.isSafeInteger(framed.length)) {
		throw new ParseError('INVALID_CONTENT_LENGTH', 'Content-Length overflow');
	}
}

function setEncoding(framed: Framed, value: string): void {
	if (framed.length !== undefined) {
		throw new ParseError(
			'INVALID_TRANSFER_ENCODING',
			"Transfer-Encoding can't be present with Content-Length",
		);
	}
	framed.hasTransferEncoding = true;
	framed.isChunked = /(?:^|,)[ \t]*chunked$/i.test(value);
}
