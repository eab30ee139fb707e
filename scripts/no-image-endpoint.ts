// Replaces Astro's endpoint for pictures, which would fetch and convert any picture of this server
// for anybody. Nothing here uses it: pictures are converted once, when they are uploaded (src/lib/server/media).
export function GET(): Response {
  return new Response('There is nothing at this address.\n', { status: 404 });
}
