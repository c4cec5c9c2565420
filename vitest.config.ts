import { defineConfig } from 'vitest/config';

// `unit` is pure and fast; `measuring` times real processes, so its files run alone, one after the
// other.
export default defineConfig({
	test: {
		projects: [
			{ test: { name: 'unit', include: ['tests/{unit,content}/**/*.test.ts'] } },
			{
				test: {
					name: 'measuring',
					include: ['tests/measuring/**/*.test.ts'],
					fileParallelism: false,
					maxWorkers: 1,
					retry: 2, // other work on the machine falsifies a run
					testTimeout: 120_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
