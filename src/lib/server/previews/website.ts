// A website: its web app manifest, its structured data, its OpenGraph tags and the rest of its page.
import { outboundBytes, OutboundRefusal } from '../platform/outbound/outbound.ts';
import { readPage, type PageFacts } from '../platform/outbound/read-page.ts';
import { resolved, type Look } from './look.ts';
import { isPlayId, playLink, readAddress } from './read-address.ts';
import type { ReadSource } from './services.ts';
import {
  addressesOf,
  decodeText,
  isObject,
  listOf,
  nameInTitle,
  parseJson,
  platformOfSystems,
  priceOf,
  readLinkedData,
  textOf,
  textsOf,
  type JsonObject,
  type LinkedData,
} from './texts.ts';

export const readWebsite: ReadSource = async (look, { url }) => {
  const host = new URL(url).hostname;
  look.onStep(`Reading ${host}`);
  const asked = { maxBytes: outboundBytes.page, accept: 'text/html,application/xhtml+xml' };
  const answer = await look.ask(host, url, asked);
  if (answer === null) return null;
  const type = answer.headers['content-type'] ?? '';
  if (type !== '' && !/html/i.test(type)) {
    look.problems.push(`${host} sent something that is not a web page.`);
    return null;
  }
  const page = readPage(decodeText(answer.body, type));
  const base = resolved(page.base, answer.url) ?? answer.url;
  const manifest = await readManifest(look, page, base);
  addPage(look, page, base, answer.url, manifest);
  look.add('address', { website: answer.url });
  return answer.url;
};

/** The web app manifest that a page names; null without one, or with one that cannot be read. */
async function readManifest(look: Look, page: PageFacts, base: string): Promise<JsonObject | null> {
  const href = page.links.find(({ rel }) => rel.split(/\s+/).includes('manifest'))?.href;
  const url = href === undefined ? null : resolved(href, base);
  if (url === null) return null;
  look.onStep('Reading its web app manifest');
  let problem = 'it is missing or is not JSON.';
  try {
    const accept = 'application/manifest+json,application/json';
    const answer = await look.get(url, { maxBytes: outboundBytes.text, accept });
    const json = answer.status === 200 ? parseJson(decodeText(answer.body)) : undefined;
    if (isObject(json)) {
      addManifestPictures(look, json, answer.url);
      return json;
    }
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error;
    problem = error.message;
  }
  look.problems.push(`The web app manifest could not be read: ${problem}`);
  return null;
}

/** Adds the facts of a page, the most trusted source of each first. */
function addPage(
  look: Look,
  page: PageFacts,
  base: string,
  address: string,
  manifest: JsonObject | null,
): void {
  const data = readLinkedData(page.jsonLd);
  const meta = (...names: string[]): string => names.map((name) => page.metas.get(name)).find(Boolean) ?? '';
  const { hostname } = new URL(address);
  if (manifest) {
    look.add('manifest', {
      name: [textOf(manifest['name']), textOf(manifest['short_name'])],
      description: textOf(manifest['description']),
    });
    look.addCategories('manifest', textsOf(manifest['categories']));
  }
  if (data.app) addLinkedApp(look, data.app, base);
  // The organisation or the site, where no app is described.
  for (const node of data.around) {
    look.add('json-ld', { name: textOf(node['name']), description: textOf(node['description']) });
    for (const logo of addressesOf(node['logo']).slice(0, 1)) look.addPicture('json-ld', 'logo', logo, base);
  }
  look.add('open-graph', { name: meta('og:site_name'), description: meta('og:description') });
  look.add('page', {
    name: meta('application-name', 'apple-mobile-web-app-title'),
    description: meta('description', 'twitter:description'),
  });
  look.add('open-graph', { name: nameInTitle(meta('og:title'), hostname) });
  look.add('page', { name: nameInTitle(page.title, hostname) });
  addPageLinks(look, page, data, manifest);
  addIcons(look, page, base);
}

/** An app that structured data describes. */
function addLinkedApp(look: Look, app: JsonObject, base: string): void {
  const source = 'json-ld';
  const description = textOf(app['description']);
  const types = textsOf(app['@type']).join(' ');
  const systems = platformOfSystems(textsOf(app['operatingSystem']).join(' '));
  look.add(source, {
    name: textOf(app['name']) || textOf(app['alternateName']),
    description,
    long_description: description.length > 120 ? description : null,
    version: textOf(app['softwareVersion']),
    size: textOf(app['fileSize']),
    price: priceOf(app),
    platform: /VideoGame/.test(types)
      ? 'game'
      : /MobileApplication/.test(types)
        ? 'mobile'
        : (systems ?? (/WebApplication/.test(types) ? 'web' : undefined)),
  });
  const words = [...textsOf(app['applicationCategory']), ...textsOf(app['applicationSubCategory'])];
  look.addCategories(
    source,
    words.flatMap((word) => [word, ...word.split(',')]),
  );
  const add = (kind: 'logo' | 'screenshot', part: string, most: number): void => {
    for (const picture of addressesOf(app[part]).slice(0, most)) look.addPicture(source, kind, picture, base);
  };
  for (const part of ['logo', 'image', 'thumbnailUrl']) add('logo', part, 2);
  add('screenshot', 'screenshot', 6);
}

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

/** The stores and the repository of an app, by the links of its page. */
function addPageLinks(look: Look, page: PageFacts, data: LinkedData, manifest: JsonObject | null): void {
  const { metas } = page;
  for (const { platform, id, url } of listOf(manifest?.['related_applications'])
    .slice(0, 20)
    .filter(isObject)) {
    if (platform === 'play' && isPlayId(textOf(id)))
      look.add('manifest', { playstore_link: playLink(textOf(id)) });
    if (platform === 'itunes') look.add('manifest', { appstore_link: textOf(url) });
  }
  const appId =
    /app-id=(\d{5,15})/.exec(metas.get('apple-itunes-app') ?? '')?.[1] ??
    metas.get('al:ios:app_store_id') ??
    '';
  if (/^\d{5,15}$/.test(appId)) look.add('page', { appstore_link: `https://apps.apple.com/app/id${appId}` });
  const android =
    metas.get('al:android:package') ??
    /app-id=([\w.]{3,200})/.exec(metas.get('google-play-app') ?? '')?.[1] ??
    page.links.flatMap(({ href }) => /^android-app:\/\/([\w.]{3,200})/.exec(href)?.[1] ?? [])[0] ??
    '';
  if (isPlayId(android)) look.add('page', { playstore_link: playLink(android) });
  const named = [...(data.app ? [data.app] : []), ...data.around].flatMap((node) =>
    ['downloadUrl', 'installUrl', 'sameAs', 'url'].flatMap((part) => textsOf(node[part]).slice(0, 30)),
  );
  const anchors = page.anchors.map(({ href }) => href);
  for (const [source, links] of [['json-ld', named] as const, ['page', anchors] as const])
    look.add(source, {
      appstore_link: onlyOne(links, 'appstore'),
      playstore_link: onlyOne(links, 'playstore'),
      external_link: onlyOne(links, 'repository'),
    });
}

/** Formats that uploads cannot have either. */
const unreadable = /\.(?:svg|ico|webp|avif|gif)(?:$|\?)|^image\/(?:svg|x-icon|vnd|webp|avif|gif)/i;

/** The longer side of `sizes`, such as 512 of '192x192 512x512'. */
const sideOf = (sizes: string): number =>
  Math.max(
    0,
    ...[...sizes.slice(0, 200).matchAll(/(\d{1,5})x(\d{1,5})/gi)].flat().map(Number).filter(Boolean),
  );

function addManifestPictures(look: Look, manifest: JsonObject, base: string): void {
  for (const [part, kind] of [['icons', 'logo'] as const, ['screenshots', 'screenshot'] as const])
    for (const entry of listOf(manifest[part]).slice(0, 20).filter(isObject)) {
      const [src = '', type = '', purpose, sizes = ''] = ['src', 'type', 'purpose', 'sizes'].map((name) =>
        textOf(entry[name]),
      );
      // A maskable icon has wide margins.
      if (unreadable.test(src) || unreadable.test(type) || purpose === 'maskable') continue;
      look.addPicture('manifest', kind, src, base, sideOf(sizes));
    }
}

function addIcons(look: Look, { links, metas }: PageFacts, base: string): void {
  for (const { rel, href, sizes, type } of links) {
    const isTouch = /\bapple-touch-icon(?:-precomposed)?\b/.test(rel);
    if ((!isTouch && !/(?:^|\s)icon(?:\s|$)/.test(rel)) || unreadable.test(href) || unreadable.test(type))
      continue;
    look.addPicture('page', 'logo', href, base, sideOf(sizes) || (isTouch ? 180 : 32));
  }
  // A picture for shared links is no logo, but it shows the app.
  const shared =
    metas.get('og:image:secure_url') ?? metas.get('og:image') ?? metas.get('twitter:image') ?? '';
  if (!unreadable.test(shared)) look.addPicture('open-graph', 'screenshot', shared, base);
}
