// Pictures that a page and its manifest name. They are only candidates: each is fetched and checked as an upload is.
import type { Findings } from '../findings.ts';
import { isObject, listOf, textOf, type JsonObject } from '../page/json.ts';
import type { PageFacts } from '../../platform/outbound/read-page.ts';

/** An https address of something that the page names; null for anything else, such as `data:`. */
export function resolved(address: string, base: string): string | null {
  if (address === '') return null;
  const url = URL.parse(address, base);
  if (!url) return null;
  if (url.protocol === 'http:') url.protocol = 'https:';
  return url.protocol === 'https:' ? url.href : null;
}

/** Formats that uploads cannot have either. */
const unreadable = /\.(?:svg|ico|webp|avif|gif)(?:$|\?)|^image\/(?:svg|x-icon|vnd|webp|avif|gif)/i;

/** The longer side of `sizes`, such as 512 of '192x192 512x512'. */
function sideOf(sizes: string): number {
  const sides = [...sizes.slice(0, 200).matchAll(/(\d{1,5})x(\d{1,5})/gi)].flatMap(([, one, other]) => [
    Number(one),
    Number(other),
  ]);
  return Math.max(0, ...sides);
}

export function addManifestPictures(findings: Findings, manifest: JsonObject, base: string): void {
  for (const kind of ['icons', 'screenshots'] as const)
    for (const entry of listOf(manifest[kind]).slice(0, 20)) {
      if (!isObject(entry)) continue;
      const [src, type] = [textOf(entry['src']), textOf(entry['type'])];
      const url = resolved(src, base);
      // A maskable icon has wide margins.
      if (
        url === null ||
        unreadable.test(src) ||
        unreadable.test(type) ||
        textOf(entry['purpose']) === 'maskable'
      )
        continue;
      const side = sideOf(textOf(entry['sizes']));
      findings.addPicture({ kind: kind === 'icons' ? 'logo' : 'screenshot', url, source: 'manifest', side });
    }
}

export function addIcons(findings: Findings, { links, metas }: PageFacts, base: string): void {
  for (const { rel, href, sizes, type } of links) {
    const isTouch = /\bapple-touch-icon(?:-precomposed)?\b/.test(rel);
    if (!isTouch && !/(?:^|\s)icon(?:\s|$)/.test(rel)) continue;
    const url = resolved(href, base);
    if (url === null || unreadable.test(href) || unreadable.test(type)) continue;
    findings.addPicture({ kind: 'logo', url, source: 'page', side: sideOf(sizes) || (isTouch ? 180 : 32) });
  }
  // A picture for shared links is no logo, but it shows the app.
  const shared =
    metas.get('og:image:secure_url') ?? metas.get('og:image') ?? metas.get('twitter:image') ?? '';
  const url = resolved(shared, base);
  if (url !== null && !unreadable.test(shared))
    findings.addPicture({ kind: 'screenshot', url, source: 'open-graph' });
}
