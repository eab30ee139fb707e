// oEmbed (https://oembed.com): tells other sites how to show the card of an app, given the address of its page.
import type { APIRoute } from 'astro';
import { textOfAbsence } from '../page-helpers/absent.ts';
import { robotsHeaders } from '../page-helpers/robots.ts';
import { brand } from '../lib/shared/page/brand.ts';
import { embedCode, embedSize } from '../lib/shared/addresses/embed.ts';
import { pictureUrl } from '../lib/shared/page/pictures.ts';
import { urls } from '../lib/shared/addresses/urls.ts';
import { fullName } from '../lib/shared/schemas/users.ts';

function refusal(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, { status, headers: { 'access-control-allow-origin': '*' } });
}

/** @returns the largest size within the limits of the request; null if they are too small for the card */
function sizeWithin(parameters: URLSearchParams): { width: number; height: number } | null {
  const most = (name: string): number => {
    const text = parameters.get(name);
    return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  };
  const width = Math.min(embedSize.width, most('maxwidth'));
  const height = Math.min(embedSize.height, most('maxheight'));
  return width >= 240 && height >= 160 ? { width, height } : null;
}

export const GET: APIRoute = async ({ url, locals: { page, services } }) => {
  const { searchParams } = url;
  if ((searchParams.get('format') ?? 'json') !== 'json') return refusal(501, 'Ask for format=json.');
  const asked = URL.parse(searchParams.get('url') ?? '');
  const nameId = asked?.origin === page.siteUrl ? /^\/app\/([^/]+)\/?$/.exec(asked.pathname)?.[1] : undefined;
  if (nameId === undefined) return refusal(404, `Give the address of an app's page on ${brand.name} as url.`);
  let lookup = await services.apps.findApp(nameId);
  if (lookup.kind === 'renamed') lookup = await services.apps.findApp(lookup.nameId);
  if (lookup.kind !== 'found') return refusal(404, textOfAbsence(lookup).trimEnd());
  const size = sizeWithin(searchParams);
  if (!size) return refusal(404, 'The card needs at least 240 by 160 pixels.');
  const { app } = lookup;
  const answer = {
    version: '1.0',
    type: 'rich',
    provider_name: brand.name,
    provider_url: `${page.siteUrl}/`,
    title: app.name,
    author_name: fullName(app.owner),
    author_url: page.siteUrl + urls.user(app.owner.id),
    html: embedCode(page.siteUrl, app, size),
    ...size,
    ...(app.logo && {
      thumbnail_url: page.siteUrl + pictureUrl(app.logo),
      thumbnail_width: app.logo.width,
      thumbnail_height: app.logo.height,
    }),
  };
  return Response.json(answer, { headers: { 'access-control-allow-origin': '*', ...robotsHeaders(app) } });
};
