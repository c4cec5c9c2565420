import type { Pid } from '../protocol.ts';

/** Which process listens on which TCP port; ports are one namespace for all. */
export class PortTable {
	readonly #owners = new Map<number, Pid>();

	entries(): [number, Pid][] {
		return [...this.#owners];
	}

	/** False where another process has it. */
	take(tcpPort: number, pid: Pid): boolean {
		const owner = this.#owners.get(tcpPort);
		if (owner !== undefined && owner !== pid) return false;
		this.#owners.set(tcpPort, pid);
		return true;
	}

	/** False where the process did not have it. */
	free(tcpPort: number, pid: Pid): boolean {
		return this.#owners.get(tcpPort) === pid && this.#owners.delete(tcpPort);
	}

	freeAll(pid: Pid): void {
		for (const [tcpPort, owner] of this.#owners) if (owner === pid) this.#owners.delete(tcpPort);
	}
}
