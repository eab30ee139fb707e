import type { APIRoute } from 'astro';
import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { statusOfAbsence, textOfAbsence } from '../../../page-helpers/absent.ts';
import { robotsHeaders } from '../../../page-helpers/robots.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

/** Modules of the quiet zone around the code (ISO/IEC 18004). */
const quietZone = 4;
const size = 512;

// Black on white in every theme, because cameras read that best and posters are printed from it.
export const GET: APIRoute = async ({ params, redirect, locals: { page, services } }) => {
  const lookup = await services.apps.findApp(params.nameId ?? '');
  if (lookup.kind === 'renamed') return redirect(urls.appQr(lookup.nameId), 301);
  if (lookup.kind !== 'found') {
    return new Response(textOfAbsence(lookup), { status: statusOfAbsence(lookup) });
  }
  const { app } = lookup;
  const code = generate(page.siteUrl + urls.app(app.nameId), { minCorrectionLevel: correction.M });
  const svg = toSvgSource(code, {
    on: '#000',
    off: '#fff',
    pad: quietZone,
    width: size,
    height: size,
    xmlDeclaration: true,
  });
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', ...robotsHeaders(app) } });
};
