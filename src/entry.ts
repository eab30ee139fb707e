// `astro build` bundles this module as dist/server/entry.mjs, which serve.ts imports: how pages are rendered,
// and what our server must know of them.
import { createApp } from 'astro/app/entrypoint';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import formScript from './lib/client/head/forms.ts?inline-script';
import headScript from './lib/client/head/main.ts?inline-script';

// The edge cache keeps and compresses whole pages.
const app = createApp({ streaming: false });
const manifest = app.getManifest();

export const render = (request: Request, locals: App.Locals): Promise<Response> =>
  app.render(request, { locals });

/**
 * The exact texts of the inline scripts: of every page, and of those with forms or islands, for which Astro writes one and
 * one for each of their directives. The policy allows them by their hashes.
 */
export const inlineScripts: Record<'every' | 'islands', readonly string[]> = {
  every: [headScript],
  islands: [formScript, islandScript, ...manifest.clientDirectives.values()],
};

/** The routes of all pages and feeds, such as /app/[nameId]. */
export const routes: readonly string[] = manifest.routes.map(({ routeData }) => routeData.route);

/**
 * Imports all modules that Astro would import at their first request, because a new build may have replaced the files
 * by then. Uses Astro's own import functions, so that Astro finds the modules in Node's cache.
 */
export async function importPages(): Promise<void> {
  const { pageMap, middleware, actions, sessionDriver, serverIslandMappings } = manifest;
  const parts = [...(pageMap?.values() ?? []), middleware, actions, sessionDriver, serverIslandMappings];
  await Promise.all(parts.map(async (load) => await load?.()));
}
