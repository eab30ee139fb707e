// The pages' side of dist/server/entry.mjs: what `astro build` leaves for serve.ts.
import { createApp } from 'astro/app/entrypoint';

// Whole, not in pieces: the edge cache keeps and compresses whole pages.
const app = createApp({ streaming: false });

/** Renders the page of an address; the page of status 404 where there is none, and that of 500 for one that threw. */
export async function renderPage(request: Request, locals: App.Locals): Promise<Response> {
  return await app.render(request, { locals, addCookieHeader: true });
}
