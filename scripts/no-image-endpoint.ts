// In the place of Astro's own endpoint for pictures, which would have this server fetch and convert any of its pictures
// for whoever asks. Nothing here uses it: pictures are made once, when they are uploaded (src/lib/server/media).
export function GET(): Response {
  return new Response('There is nothing at this address.\n', { status: 404 });
}
