import type { APIRoute } from 'astro';
import { dayMs } from '../../lib/shared/text/days.ts';

/** RFC 9116 asks for less than a year. */
const validDays = 180;

/** The contact for security reports (RFC 9116). It changes every day, so that it never expires. */
export const GET: APIRoute = ({ locals: { page, services } }) => {
  const expires = new Date(page.dayBegan() + (validDays + 1) * dayMs);
  const lines = [
    `Contact: mailto:${services.site.contactEmail()}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${page.siteUrl}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
