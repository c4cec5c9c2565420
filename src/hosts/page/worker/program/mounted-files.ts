// The files that the process can see, by their path from the working directory, which is the root.

let mounted: Readonly<Record<string, string>> = {};

/** Sets the files of this process, once. */
export function mountFiles(files: Readonly<Record<string, string>>): void {
	mounted = files;
}

/** The text of a file by its path, relative, absolute or as a file: URL. */
export function mountedFile(path: string | URL): string | undefined {
	const text = String(path);
	const url = new URL(
		text.startsWith('file:') ? text : text.replace(/[%?#]/g, encodeURIComponent),
		'file:///',
	);
	const name = decodeURIComponent(url.pathname.slice(1));
	return Object.hasOwn(mounted, name) ? mounted[name] : undefined;
}

/** The names of all files, for messages. */
export function mountedNames(): string[] {
	return Object.keys(mounted);
}
