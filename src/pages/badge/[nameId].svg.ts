// The badge 'Listed on' that an owner shows elsewhere, in a README or on the app's own site.
import type { APIRoute } from 'astro';
import { brand } from '../../lib/shared/page/brand.ts';
import { initial } from '../../lib/shared/page/placeholder.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { escapeXml } from '../../lib/shared/text/text.ts';

/** As in styles/tokens.css, which does not reach a picture. */
const themes = {
  light: { ground: '#fffefb', line: '#8b958f', ink: '#17211c', soft: '#4a554f' },
  dark: { ground: '#151e1a', line: '#66746c', ink: '#edf1ec', soft: '#aab6af' },
};

const mark =
  '<rect width="32" height="32" rx="8" fill="#fffefb"/><path fill="#0a7a3d" d="M11 0v32H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8zM21 0h3a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-3z"/><path fill="#0b4a28" d="M11 2v12l10 16V18z"/>';

/** A picture in a page loads no other one, so the first letter stands for a logo of the operator's. */
function markOfBrand(): string {
  if (brand.logo === null) return mark;
  const { accent } = brand.cardColours;
  return `<rect width="32" height="32" rx="8" fill="${accent}"/><text x="16" y="23" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${escapeXml(initial(brand.name))}</text>`;
}

/**
 * Roughly the width of a bold text in a sans-serif font, in its size. Every machine has its own font, which is fitted
 * into this width.
 */
const emsOf = (text: string): number =>
  Array.from(text).reduce((ems, character) => {
    if (/[fijlrtI .,:;'|!-]/.test(character)) return ems + 0.33;
    if (/[a-z]/.test(character)) return ems + (/[mw]/.test(character) ? 0.88 : 0.58);
    return ems + (/[A-Z\d&]/.test(character) ? 0.7 : 1);
  }, 0);

export const GET: APIRoute = async ({ params, url, redirect, locals: { services } }) => {
  const lookup = await services.apps.findApp(params.nameId ?? '');
  const theme = url.searchParams.get('theme') === 'dark' ? 'dark' : 'light';
  if (lookup.kind === 'renamed') return redirect(urls.badge(lookup.nameId, theme), 301);
  if (lookup.kind !== 'found' || lookup.app.state !== 'public')
    return new Response('There is no such badge.\n', { status: 404 });
  const { name, proof } = lookup.app;
  const { ground, line, ink, soft } = themes[theme];
  const title = `${name} is listed on ${brand.name}${proof ? ', and its owner is verified' : ''}`;
  const text = (y: number, size: number, weight: number, fill: string, content: string, width: number) =>
    `<text x="48" y="${String(y)}" font-size="${String(size)}" font-weight="${String(weight)}" fill="${fill}" textLength="${String(width)}" lengthAdjust="spacingAndGlyphs">${escapeXml(content)}</text>`;
  const lead = proof ? 'Listed on · Verified' : 'Listed on';
  const [leadWidth, nameWidth] = [Math.round(emsOf(lead) * 11), Math.round(emsOf(brand.name) * 17)];
  const width = 48 + Math.max(leadWidth, nameWidth) + 14;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="48" role="img" font-family="system-ui,-apple-system,Roboto,Arial,sans-serif"><title>${escapeXml(title)}</title><rect x=".5" y=".5" width="${String(width - 1)}" height="47" rx="10" fill="${ground}" stroke="${line}"/><g transform="translate(8 8)">${markOfBrand()}</g>${text(19, 11, 500, soft, lead, leadWidth)}${text(37, 17, 700, ink, brand.name, nameWidth)}</svg>\n`;
  const headers = {
    'content-type': 'image/svg+xml',
    // Pages of others show it, where a day matters less than the data of their visitors.
    'cache-control': 'public, max-age=86400',
    'x-robots-tag': 'noindex',
  };
  return new Response(svg, { headers });
};
