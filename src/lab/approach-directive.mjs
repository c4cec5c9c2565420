/**
 * Runs in the page, in place of each island's code: waits for the reader to come near, then
 * hydrates, and repeats what was clicked or changed in the meantime, so that nothing is lost. Where
 * the code cannot be loaded it says so, and the next click or change tries again.
 */

const NEAR_PX = 200;
const NOT_LOADED =
	'The panel could not be loaded; check the connection and press Run again, or reload the page.';

/** @type {import('astro').ClientDirective} */
export default function approach(load, _options, island) {
	/**
	 * One repeat for each control, in the order of the last use: a button that is pressed again
	 * because nothing happened is pressed once.
	 * @type {Map<Element, () => void>}
	 */
	const early = new Map();
	const waiting = new AbortController();
	const keeping = new AbortController();
	let isCalled = false;
	/** @type {HTMLElement | undefined} */
	let notLoaded;

	/** @type {(control: Element, repeat: () => void) => void} */
	const keepFor = (control, repeat) => {
		early.delete(control);
		early.set(control, repeat);
	};

	const sayNotLoaded = () => {
		notLoaded = document.createElement('p');
		notLoaded.className = 'not-loaded';
		notLoaded.setAttribute('role', 'alert');
		(island.querySelector('.notices') ?? island).append(notLoaded);
		notLoaded.textContent = NOT_LOADED;
		notLoaded.scrollIntoView({ block: 'nearest' });
	};

	const come = async () => {
		if (isCalled) return;
		isCalled = true;
		waiting.abort();
		// Hydration must find the HTML as it was sent.
		notLoaded?.remove();
		// Astro tells of a failure by this event only: `load` resolves all the same.
		let hasFailed = false;
		const onError = () => (hasFailed = true);
		island.addEventListener('astro:hydration-error', onError);
		const hydrate = await load();
		island.removeEventListener('astro:hydration-error', onError);
		if (hasFailed) {
			isCalled = false;
			if (early.size > 0) sayNotLoaded();
			return;
		}
		keeping.abort();
		await hydrate();
		for (const repeat of early.values()) repeat();
	};

	const keep = { signal: keeping.signal, capture: true };
	island.addEventListener(
		'click',
		({ target }) => {
			const button = target instanceof Element && target.closest('button');
			if (button) keepFor(button, () => button.click());
			void come();
		},
		keep,
	);
	island.addEventListener(
		'change',
		({ target }) => {
			if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
				const { value } = target;
				const checked = 'checked' in target && target.checked;
				keepFor(target, () => {
					target.value = value;
					if ('checked' in target) target.checked = checked;
					for (const type of ['input', 'change']) {
						target.dispatchEvent(new Event(type, { bubbles: true }));
					}
				});
			}
			void come();
		},
		keep,
	);

	const wait = { signal: waiting.signal, passive: true };
	for (const type of ['focusin', 'pointerdown', 'touchstart', 'pointerenter']) {
		island.addEventListener(type, come, wait);
	}
	document.addEventListener(
		'pointermove',
		({ clientX: x, clientY: y }) => {
			// The island itself is `display: contents`: its first child has the box.
			const box = island.firstElementChild?.getBoundingClientRect();
			if (!box) return;
			const isNear =
				x > box.left - NEAR_PX &&
				x < box.right + NEAR_PX &&
				y > box.top - NEAR_PX &&
				y < box.bottom + NEAR_PX;
			if (isNear) void come();
		},
		wait,
	);
}
