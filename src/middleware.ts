// Logs an error of a page in the product's log, under the id that the visitor sees.
import type { MiddlewareHandler } from 'astro';

export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    // In development Astro shows the source of the error.
    if (import.meta.env.DEV) throw error;
    locals.page.report(error);
    // Astro replaces an answer without a body by the page for status 500.
    return new Response(null, { status: 500 });
  }
};
