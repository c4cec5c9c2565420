import type { Connection, Response } from './connection.ts';
import type { Failure } from './sample.ts';

/** A request and what is known of it so far; the user fills in all but the path. */
export interface Job {
	readonly path: string;
	sentAtUs: number;
	connectUs: number;
	reused: boolean;
	/** What carries it, from the send on. */
	connection: Connection | undefined;
	/** Called once. */
	finish(outcome: Response | Failure): void;
}
