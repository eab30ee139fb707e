// A page that throws is logged as all other faults are: in the product's own log, under the id that the visitor is
// shown.
import type { MiddlewareHandler } from 'astro';

export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    // In development Astro shows where it was thrown.
    if (import.meta.env.DEV) throw error;
    locals.page.report(error);
    // Without a body: Astro puts the page of status 500 in its place.
    return new Response(null, { status: 500 });
  }
};
