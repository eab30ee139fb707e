import type { APIRoute } from 'astro';
import { speculationRules, speculationVersion } from '../lib/shared/page/speculation-rules.ts';

// The header field of pages names a hash of the content in its query, so that a browser asks once. Under another one,
// such as that of a page of another build, no cache may keep these rules for good.
export const GET: APIRoute = ({ url }) =>
  new Response(speculationRules, {
    headers: {
      'content-type': 'application/speculationrules+json',
      ...(url.searchParams.get('v') === speculationVersion && {
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    },
  });
