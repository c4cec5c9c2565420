const typeError = (code: string, message: string) =>
	Object.assign(new TypeError(message), { code });

/** Node's error for a URL that is not a file's. */
export const ERR_INVALID_URL_SCHEME = () =>
	typeError('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');

/** Node's error for a file's URL with an encoded slash. */
export const ERR_INVALID_FILE_URL_PATH = () =>
	typeError('ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
