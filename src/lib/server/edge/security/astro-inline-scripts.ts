import island from 'astro/runtime/server/astro-island.prebuilt.js';
import idle from 'astro/runtime/client/idle.prebuilt.js';
import load from 'astro/runtime/client/load.prebuilt.js';
import media from 'astro/runtime/client/media.prebuilt.js';
import only from 'astro/runtime/client/only.prebuilt.js';
import visible from 'astro/runtime/client/visible.prebuilt.js';

/**
 * Exact texts of the scripts that Astro writes into a page with islands: the custom element, and one for each client
 * directive. The Content-Security-Policy allows them by their hashes.
 */
export const astroInlineScripts: readonly string[] = [island, idle, load, media, only, visible];
