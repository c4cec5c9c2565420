// node:url: the browser's URL, and the old url.parse() for programs that still use it.

import { fileURLToPath, pathToFileURL, urlToHttpOptions } from '../internal/url.ts';
import { format, parse, resolve, Url } from '../program/legacy-url.ts';

export const URL = globalThis.URL;
export const URLSearchParams = globalThis.URLSearchParams;
export { fileURLToPath, format, parse, pathToFileURL, resolve, Url };
export { urlToHttpOptions };
export { domainToASCII, domainToUnicode, fileURLToPathBuffer } from '../internal/url.ts';
