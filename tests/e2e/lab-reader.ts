/** What a reader does with a lab: by roles and names, and the figures that the tables show. */
import { expect, type Locator, type Page } from 'playwright/test';

export class LabReader {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Chooses among cells, a menu, a switch or a number field, whichever carries the name. */
	async set(name: string, value: string): Promise<void> {
		const page = this.#page;
		const group = page.getByRole('group', { name, exact: true });
		const radio = group.getByRole('radio', { name: value, exact: true });
		const menu = page.getByRole('combobox', { name, exact: true });
		const flip = page.getByRole('switch', { name, exact: true });
		const number = page.getByRole('spinbutton', { name, exact: true });
		if (await radio.count()) await radio.check({ force: true });
		else if (await menu.count()) await menu.selectOption({ label: value });
		else if (await flip.count()) await flip.setChecked(value === 'on');
		else {
			await number.fill(value);
			await number.press('Enter');
		}
	}

	/** Presses Run, and waits until the tables show this run and not the one before. */
	async run(): Promise<void> {
		await this.#page.getByRole('button', { name: 'Run', exact: true }).click();
		await this.changed();
	}

	async stop(): Promise<void> {
		await this.#page.getByRole('button', { name: 'Stop', exact: true }).click();
		await expect(this.#page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
	}

	/** The live "Percentiles" table. */
	get percentiles(): Locator {
		return this.#page.getByRole('table', { name: 'Percentiles' });
	}

	/** Waits until the running segment has this many answers after its warm-up. */
	async answers(count: number): Promise<void> {
		const head = this.percentiles.getByRole('columnheader').nth(1);
		await expect
			.poll(async () => numberIn(/([\d,]+) answers/.exec(await head.innerText())?.[1]), {
				timeout: 45_000,
			})
			.toBeGreaterThanOrEqual(count);
	}

	/** Waits until a start or a change is in force: the running segment begins with its warm-up. */
	async changed(): Promise<void> {
		await expect(this.percentiles.getByRole('columnheader').nth(1)).toContainText('warming up');
	}

	/** A percentile of the running segment, ms. */
	async ms(row: 'p50' | 'p90' | 'p99'): Promise<number> {
		return numberIn(await this.#cell('Percentiles', row));
	}

	/** A figure of the running segment, as it is shown. */
	figure(row: string): Promise<string> {
		return this.#cell('Bytes, work and connections', row);
	}

	async #cell(table: string, row: string): Promise<string> {
		const name = new RegExp(`^${row}`);
		const line = this.#page.getByRole('table', { name: table }).getByRole('row', { name });
		return line.getByRole('cell').first().innerText();
	}
}

/** `1,240 ms` as 1240; NaN where there is no number. */
export function numberIn(text: string | undefined): number {
	return Number.parseFloat((text ?? '').replaceAll(',', ''));
}
