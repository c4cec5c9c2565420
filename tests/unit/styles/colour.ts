/** The colour formulas that the token test needs: WCAG contrast, CIE Lab, CIEDE2000, Machado 2009. */

type Triple = readonly [number, number, number];

/** Full-strength simulations of Machado, Oliveira and Fernandes 2009, in linear RGB. */
const MATRICES: Record<string, readonly Triple[]> = {
	normal: [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	],
	deuteranopia: [
		[0.367322, 0.860646, -0.227968],
		[0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881],
	],
	protanopia: [
		[0.152286, 1.052583, -0.204868],
		[0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998],
	],
	tritanopia: [
		[1.255528, -0.076749, -0.178779],
		[-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039],
	],
};

export const DEFICIENCIES = Object.keys(MATRICES);

function linear(hex: string): Triple {
	const channel = (at: number): number => {
		const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	};
	return [channel(1), channel(3), channel(5)];
}

function dot(row: Triple, [x, y, z]: Triple): number {
	return row[0] * x + row[1] * y + row[2] * z;
}

/** The WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: string, second: string): number {
	const [low = 0, high = 0] = [first, second]
		.map((hex) => dot([0.2126, 0.7152, 0.0722], linear(hex)))
		.sort((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
}

/** A hex colour as CIE Lab (D65) as seen with a colour vision deficiency. */
export function simulate(hex: string, deficiency: string): Triple {
	const rows = MATRICES[deficiency];
	const rgb = linear(hex);
	const clamp = (value: number): number => Math.min(1, Math.max(0, value));
	const [r = 0, g = 0, b = 0] = (rows ?? []).map((row) => clamp(dot(row, rgb)));
	const seen: Triple = [r, g, b];
	const f = (t: number): number =>
		t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 4 / 29;
	const x = f(dot([0.4124564, 0.3575761, 0.1804375], seen) / 0.95047);
	const y = f(dot([0.2126729, 0.7151522, 0.072175], seen));
	const z = f(dot([0.0193339, 0.119192, 0.9503041], seen) / 1.08883);
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 of two Lab colours, after Sharma, Wu and Dalal 2005. */
export function deltaE2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
	const rad = Math.PI / 180;
	const meanC7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
	const g = 0.5 * (1 - Math.sqrt(meanC7 / (meanC7 + 25 ** 7)));
	const polar = (a: number, b: number): [c: number, h: number] => {
		const stretched = a * (1 + g);
		const hue = stretched === 0 && b === 0 ? 0 : Math.atan2(b, stretched) / rad;
		return [Math.hypot(stretched, b), hue < 0 ? hue + 360 : hue];
	};
	const [c1, h1] = polar(a1, b1);
	const [c2, h2] = polar(a2, b2);
	let dh = h2 - h1;
	if (dh > 180) dh -= 360;
	if (dh < -180) dh += 360;
	if (c1 * c2 === 0) dh = 0;
	const dL = l2 - l1;
	const dC = c2 - c1;
	const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad);
	const l = (l1 + l2) / 2;
	const c = (c1 + c2) / 2;
	let h = h1 + h2;
	if (c1 * c2 !== 0) {
		if (Math.abs(h1 - h2) <= 180) h /= 2;
		else h = (h + (h < 360 ? 360 : -360)) / 2;
	}
	const t =
		1 -
		0.17 * Math.cos((h - 30) * rad) +
		0.24 * Math.cos(2 * h * rad) +
		0.32 * Math.cos((3 * h + 6) * rad) -
		0.2 * Math.cos((4 * h - 63) * rad);
	const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
	const sc = 1 + 0.045 * c;
	const sh = 1 + 0.015 * c * t;
	const rotation = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
	const turn = Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad);
	const [x, y, z] = [dL / sl, dC / sc, dH / sh];
	return Math.sqrt(x * x + y * y + z * z - rotation * turn * y * z);
}
