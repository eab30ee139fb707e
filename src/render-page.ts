// The pages' side of dist/server/entry.mjs: what `astro build` leaves for serve.ts.
import { createApp } from 'astro/app/entrypoint';
import headScript from './lib/client/head/main.ts?inline-script';

/** The inline scripts of the pages, to the letter: the policy allows them by their hashes. */
export const inlineScripts: readonly string[] = [headScript];

// Whole, not in pieces: the edge cache keeps and compresses whole pages.
const app = createApp({ streaming: false });

/** Renders the page of an address; the page of status 404 where there is none, and that of 500 for one that threw. */
export async function renderPage(request: Request, locals: App.Locals): Promise<Response> {
  return await app.render(request, { locals, addCookieHeader: true });
}

/**
 * Imports what Astro would import when it is first asked for: by then a build may have put other files in the place of
 * these. By Astro's own functions, because Node remembers a module by who imports it: one that serve.ts imported would
 * still be looked for on the disk.
 */
export async function importPages(): Promise<void> {
  const { pageMap, middleware, actions, sessionDriver, serverIslandMappings } = app.getManifest();
  const parts = [...(pageMap?.values() ?? []), middleware, actions, sessionDriver, serverIslandMappings];
  await Promise.all(parts.map(async (load) => await load?.()));
}
