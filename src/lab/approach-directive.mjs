/**
 * Runs in the page, in place of each island's code: waits for the reader to come near, then
 * hydrates, and repeats what was clicked or changed in the meantime, so that nothing is lost.
 */

const NEAR_PX = 200;

/** @type {import('astro').ClientDirective} */
export default function approach(load, _options, island) {
	/** @type {(() => void)[]} */
	const early = [];
	const waiting = new AbortController();
	const keeping = new AbortController();
	let isCalled = false;

	const come = async () => {
		if (isCalled) return;
		isCalled = true;
		waiting.abort();
		const hydrate = await load();
		keeping.abort();
		await hydrate();
		for (const repeat of early) repeat();
	};

	const keep = { signal: keeping.signal, capture: true };
	island.addEventListener(
		'click',
		({ target }) => {
			const button = target instanceof Element && target.closest('button');
			if (button) early.push(() => button.click());
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
				early.push(() => {
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
