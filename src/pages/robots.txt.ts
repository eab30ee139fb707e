import type { APIRoute } from 'astro';
import { urls } from '../lib/shared/addresses/urls.ts';

// Pages that must not be indexed have `noindex`. Only addresses that waste a crawler's time are listed here.
export const GET: APIRoute = ({ locals: { page } }) => {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    `Allow: ${urls.apiDocs()}`,
    '',
    `Sitemap: ${page.siteUrl}${urls.sitemap()}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
