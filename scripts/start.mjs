// npm start: builds the site and serves it as production does, at http://localhost:4321.
import { ensureInstalled, NODE, run } from './bootstrap.mjs';

ensureInstalled();
const built = await run('astro', ['build', '--silent']);
if (built !== 0) process.exit(built);
process.exit(await run(NODE, ['scripts/serve.mjs', ...process.argv.slice(2)]));
