// Node's library looks at a few globals while it is being loaded, before ours are made.

import './native.ts';

Object.assign(globalThis, { global: globalThis, process: { platform: 'linux', env: {} } });
