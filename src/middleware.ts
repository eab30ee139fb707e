// Logs what a page throws to the product's own log, under the id that the visitor is shown.
import type { MiddlewareHandler } from 'astro';

export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    // In development Astro shows the error itself.
    if (import.meta.env.DEV) throw error;
    locals.page.report(error);
    // Without a body, so that Astro renders the page of status 500.
    return new Response(null, { status: 500 });
  }
};
