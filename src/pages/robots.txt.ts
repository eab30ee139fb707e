import type { APIRoute } from 'astro';
import { urls } from '../lib/shared/addresses/urls.ts';

// Pages that must not be found say so themselves; kept out here is only what would waste a crawler's time.
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
