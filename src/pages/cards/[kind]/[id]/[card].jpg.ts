import type { APIRoute } from 'astro';
import { statusOf } from '../../../../lib/shared/failures.ts';

export const GET: APIRoute = async ({ params, redirect, locals: { page, services } }) => {
  const { kind = '', id = '', card = '' } = params;
  try {
    const found = await services.cards.findCard(kind, id, card);
    if (found.kind === 'missing') return new Response('There is no such card.\n', { status: 404 });
    if (found.kind === 'moved') return redirect(found.path, 302);
    // A copy, because Response takes no Buffer that shares memory.
    return new Response(new Uint8Array(found.jpeg), {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
    });
  } catch (error) {
    if (statusOf(error) === 503) {
      page.report(error);
      const headers = { 'retry-after': '5' };
      return new Response('Cards cannot be drawn at this moment.\n', { status: 503, headers });
    }
    if (statusOf(error) !== 429) throw error;
    return new Response('Too many cards are being drawn. Ask again in a minute.\n', {
      status: 429,
      headers: { 'retry-after': '60' },
    });
  }
};
