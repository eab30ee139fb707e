// The stores and the repository of an app, by the links of its page.
import type { Findings } from '../findings.ts';
import { isObject, listOf, textOf, textsOf, type JsonObject } from '../page/json.ts';
import type { LinkedData } from '../page/json-ld.ts';
import type { PageFacts } from '../../platform/outbound/read-page.ts';
import { appStoreLink, playLink, readAddress } from '../read-address.ts';

interface Found {
  page: PageFacts;
  data: LinkedData;
  manifest: JsonObject | null;
}

const packageName = /^[A-Za-z]\w*(?:\.\w+)+$/;

/** Links of the page to one kind of place. Several different ones say nothing: which is the app's is unknown. */
function onlyOne(
  links: readonly string[],
  kind: 'appstore' | 'playstore' | 'repository',
): string | undefined {
  const found = new Map<string, string>();
  for (const link of links) {
    if (!/apple\.com|play\.google\.com|github\.com/i.test(link)) continue;
    const address = readAddress(link);
    if (address?.kind === kind) found.set(address.id.toLowerCase(), address.url);
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

export function addPageLinks(findings: Findings, { page, data, manifest }: Found): void {
  const { metas } = page;
  const related = manifest ? listOf(manifest['related_applications']).slice(0, 20).filter(isObject) : [];
  for (const { platform, id, url } of related) {
    if (platform === 'play' && packageName.test(textOf(id)))
      findings.add('playstore_link', playLink(textOf(id)), 'manifest');
    if (platform === 'itunes') findings.add('appstore_link', textOf(url), 'manifest');
  }
  const nodes = [...(data.app ? [data.app] : []), ...data.around];
  const named = nodes.flatMap((node) =>
    ['downloadUrl', 'installUrl', 'sameAs', 'url'].flatMap((part) => textsOf(node[part]).slice(0, 30)),
  );
  const places = [
    ['json-ld', named],
    ['page', page.anchors.map(({ href }) => href)],
  ] as const;

  const appId =
    /app-id=(\d{5,15})/.exec(metas.get('apple-itunes-app') ?? '')?.[1] ?? metas.get('al:ios:app_store_id');
  if (appId !== undefined && /^\d{5,15}$/.test(appId))
    findings.add('appstore_link', appStoreLink(appId), 'page');
  const android =
    metas.get('al:android:package') ??
    /app-id=([\w.]{3,200})/.exec(metas.get('google-play-app') ?? '')?.[1] ??
    page.links.flatMap(({ href }) => /^android-app:\/\/([\w.]{3,200})/.exec(href)?.[1] ?? [])[0];
  if (android !== undefined && packageName.test(android))
    findings.add('playstore_link', playLink(android), 'page');
  for (const [source, links] of places) {
    findings.add('appstore_link', onlyOne(links, 'appstore'), source);
    findings.add('playstore_link', onlyOne(links, 'playstore'), source);
    findings.add('external_link', onlyOne(links, 'repository'), source);
  }
}
