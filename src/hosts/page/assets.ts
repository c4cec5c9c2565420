/** The built files of the page engine, as the site's bundler serves them. */
import engineUrl from '../../../.generated/engine.txt?url';
import frameHtml from '../../../.generated/frame.html?raw';
import codecsUrl from './codecs/codecs.wasm?url';
import type { PageAssets } from './page-host.ts';

/** What createPageHost() needs in the site. */
export const pageAssets: PageAssets = { engineUrl, frameHtml, codecsUrl };
