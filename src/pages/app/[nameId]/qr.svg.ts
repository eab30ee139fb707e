import type { APIRoute } from 'astro';
import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { statusOfAbsence, textOfAbsence } from '../../../page-helpers/absent.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

/** Modules of quiet around the code, as ISO/IEC 18004 asks for, and pixels of the whole. */
const quiet = 4;
const size = 512;

// Black on white whatever the theme: cameras read it best, and posters are printed from it.
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
    pad: quiet,
    width: size,
    height: size,
    xmlDeclaration: true,
  });
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
