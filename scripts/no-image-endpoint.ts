// Replaces Astro's image endpoint, which would fetch and convert any picture of this server for any client. Nothing
// here uses it: variants are made once, when pictures are uploaded (src/lib/server/media).
export function GET(): Response {
  return new Response('There is nothing at this address.\n', { status: 404 });
}
