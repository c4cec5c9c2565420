/** All labs of the repository, found by their place: a new folder under labs/ is a new lab. */
import type { Recorded } from './recorded.ts';
import type { Lab } from './schema.ts';

/** A lab with its files' text and, where one was made, its recorded run. */
export interface LabEntry {
	id: string;
	lab: Lab;
	/** In the order of `lab.files`; the first is the server. */
	files: readonly { name: string; text: string }[];
	recorded: Recorded | undefined;
}

const labs = import.meta.glob<Lab>('/labs/*/lab.ts', { eager: true, import: 'default' });
const recordings = import.meta.glob<Recorded>('/labs/*/recorded.json', {
	eager: true,
	import: 'default',
});
const ownFiles = import.meta.glob<string>('/labs/*/files/*', {
	eager: true,
	query: '?raw',
	import: 'default',
});
const sharedFiles = import.meta.glob<string>('/labs/shared/*', {
	eager: true,
	query: '?raw',
	import: 'default',
});

/** The ids of all labs, in alphabetical order. */
export const labIds: readonly string[] = Object.keys(labs)
	.map((path) => path.split('/')[2] ?? path)
	.sort();

/** The lab in the folder `id`. Throws with the ids that exist, or the file that is missing. */
export function labById(id: string): LabEntry {
	const lab = labs[`/labs/${id}/lab.ts`];
	if (!lab) throw new RangeError(`There is no lab "${id}". There are: ${labIds.join(', ')}.`);
	const files = lab.files.map((name) => {
		const text = ownFiles[`/labs/${id}/files/${name}`] ?? sharedFiles[`/labs/shared/${name}`];
		if (text === undefined) {
			throw new Error(
				`labs/${id}/lab.ts names the file "${name}", which is neither in labs/${id}/files ` +
					'nor in labs/shared.',
			);
		}
		return { name, text };
	});
	return { id, lab, files, recorded: recorded(recordings[`/labs/${id}/recorded.json`]) };
}

/** JSON has no NaN: where a figure is unknown, a recording holds null. */
function recorded(found: Recorded | undefined): Recorded | undefined {
	return found && (withNaN(found) as Recorded);
}

function withNaN(value: unknown): unknown {
	if (value === null) return NaN;
	if (Array.isArray(value)) return value.map(withNaN);
	if (typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNaN(each)]));
}
