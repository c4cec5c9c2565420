import { promises } from '../fs.ts';

export const { readFile } = promises;
