// What a website tells about an app: its web app manifest, its structured data, its OpenGraph tags and the rest of its
// page. Listings of the App Store, by Apple's lookup service, and of Google Play, by their page; repositories by
// GitHub's API.
import type { ServiceAddresses } from '../platform/config/config.ts';
import { outboundBytes } from '../platform/outbound/outbound.ts';
import { readPage, type PageFacts } from '../platform/outbound/read-page.ts';
import type { PreviewKind } from '../../shared/schemas/previews.ts';
import { resolved, type Look } from './look.ts';
import { isPlayId, playLink, readAddress, type ReadAddress } from './read-address.ts';
import {
  addressesOf,
  decodeText,
  isObject,
  listOf,
  nameInTitle,
  parseJson,
  priceOf,
  readLinkedData,
  textOf,
  textsOf,
  type JsonObject,
  type LinkedData,
} from './texts.ts';

/**
 * Reads one kind of page: adds what it finds to the look, and what it could not read to its problems.
 * @returns the address that answered, after redirects; null if nothing could be read
 */
type ReadSource = (look: Look, address: ReadAddress, services: ServiceAddresses) => Promise<string | null>;

/** As `ask`, for a service that answers with JSON. */
async function askJson(look: Look, site: string, url: string, missing?: string): Promise<JsonObject | null> {
  const asked = { maxBytes: outboundBytes.page, accept: 'application/json,*/*;q=0.8' };
  const answer = await look.ask(site, url, asked, missing);
  const json = answer && parseJson(decodeText(answer.body));
  if (isObject(json)) return json;
  if (answer) look.problems.push(`${site} answered something that cannot be read.`);
  return null;
}

/** A lookup also finds songs and books. */
const isApp = ({ kind, wrapperType }: JsonObject): boolean =>
  kind === undefined
    ? wrapperType === undefined || wrapperType === 'software'
    : /software$/.test(textOf(kind));

const readAppStore: ReadSource = async (look, { country, id, url }, { appstoreApi }) => {
  look.onStep('Asking the App Store');
  for (const asked of [...new Set([country || 'ng', 'ng', 'us'])].slice(0, 2)) {
    const lookup = `${appstoreApi}/lookup?id=${id}&country=${asked}&entity=software`;
    const json = await askJson(look, 'The App Store', lookup);
    if (json === null) return null;
    const listings = listOf(json['results']).slice(0, 20).filter(isObject);
    const listing = listings.find((one) => textOf(one['trackId']) === id && isApp(one));
    if (!listing) continue;
    addAppStore(look, listing);
    look.add('address', { appstore_link: url });
    return url;
  }
  look.problems.push('The App Store has no app at this address.');
  return null;
};

const languageNames: Readonly<Record<string, string>> = {
  EN: 'English',
  HA: 'Hausa',
  IG: 'Igbo',
  YO: 'Yoruba',
  FF: 'Fulfulde',
  FR: 'French',
  AR: 'Arabic',
};
/** Apple's 9+ and 17+ are no ages of ours. */
const appleAges: Readonly<Record<string, string>> = { '4+': 'all', '12+': '12', '16+': '16', '18+': '18' };

function addAppStore(look: Look, listing: JsonObject): void {
  const text = (name: string): string => textOf(listing[name]);
  const genres = [text('primaryGenreName'), ...textsOf(listing['genres'])];
  const { price } = listing;
  const bytes = Number(text('fileSizeBytes') || Number.NaN);
  const found = {
    name: text('trackName'),
    description: text('description'),
    long_description: text('description'),
    platform: genres.includes('Games') ? 'game' : 'mobile',
    version: text('version'),
    website: text('sellerUrl'),
    price: typeof price === 'number' ? (price > 0 ? 'paid' : 'free') : null,
    age: appleAges[text('contentAdvisoryRating')],
    size: bytes > 0 ? `${Math.max(1, Math.round(bytes / 1024 / 1024))} MB` : null,
    languages: textsOf(listing['languageCodesISO2A'])
      .flatMap((code) => languageNames[code] ?? [])
      .join(','),
    category: genres,
    logo: [text('artworkUrl512'), text('artworkUrl100')],
    screenshot: ['screenshotUrls', 'ipadScreenshotUrls']
      .map((name) => textsOf(listing[name]).slice(0, 5))
      .find((urls) => urls.length > 0),
  };
  look.add('app-store', found, 'https://apps.apple.com/');
}

const readRepository: ReadSource = async (look, { id, url }, { githubApi }) => {
  const source = 'github';
  look.onStep('Asking GitHub');
  const api = `${githubApi}/repos/${id}`;
  const missing = 'GitHub has no public repository at this address.';
  const repository = await askJson(look, 'GitHub', api, missing);
  if (repository === null) return null;
  const text = (name: string): string => textOf(repository[name]);
  if (text('name') === '') {
    look.problems.push('GitHub answered something that cannot be read.');
    return null;
  }
  const topics = textsOf(repository['topics']);
  const { owner } = repository;
  const found = {
    name: nameOf(text('name')),
    description: text('description'),
    website: text('homepage'),
    platform: firstNamed(topics.join('\n'), topicsOf),
    category: topics,
    logo: isObject(owner) ? textOf(owner['avatar_url']) : '',
  };
  look.add(source, found, url);
  look.onStep('Asking GitHub for its newest release');
  const problems = look.problems.length;
  const release = await askJson(look, 'GitHub', `${api}/releases/latest`);
  // Many repositories have no release, which is no problem.
  if (release === null) look.problems.length = problems;
  look.add(source, { version: textOf(release?.['tag_name']).replace(/^v(?=\d)/i, '') });
  // The API follows a repository that was renamed.
  const named = /^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/.exec(text('html_url'))?.[0];
  look.add(named === undefined ? 'address' : source, { external_link: named ?? url });
  return named ?? url;
};

/** 'kuda-pay_app' reads 'Kuda pay app'; a name with capitals stays. */
function nameOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return /[A-Z]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Topics of GitHub, a line each. */
const topicsOf = {
  game: /^(?:game|videogame|unity-game|godot-game)$/m,
  mobile: /^(?:android|ios|android-app|ios-app|mobile-app|flutter-app|react-native-app)$/m,
  desktop: /^(?:desktop|desktop-app|electron|electron-app|tauri-app)$/m,
  web: /^(?:webapp|web-app|pwa|website)$/m,
};
/** Operating systems. */
const systems = {
  mobile: /android|ios|iphone|ipad/i,
  desktop: /windows|mac ?os|linux/i,
  web: /web|any|all|browser/i,
};

/** The name of the first pattern that a text has. */
const firstNamed = (text: string, patterns: Readonly<Record<string, RegExp>>): string | undefined =>
  Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0];

/** The page of Google Play is read once, at the request of somebody who lists the app. */
const readPlay: ReadSource = async (look, { id, url }, { playstoreSite }) => {
  const source = 'play';
  look.onStep('Reading Google Play');
  const answer = await look.ask(
    'Google Play',
    `${playstoreSite}/store/apps/details?id=${id}&hl=en&gl=NG`,
    // These pages hold their reviews and are larger than others.
    { maxBytes: outboundBytes.picture, accept: 'text/html' },
    'Google Play has no app at this address.',
  );
  if (answer === null) return null;
  const page = readPage(decodeText(answer.body, answer.headers['content-type']));
  const { anchors, images, metas } = page;
  const app = readLinkedData(page.jsonLd).app ?? {};
  const text = (name: string): string => textOf(app[name]);
  const words = textsOf(app['applicationCategory']);
  const version = text('softwareVersion');
  const website = anchors.find(({ label }) => /^website\b/i.test(label))?.href ?? '';
  const isOfGoogle = /(?:^|\.)(?:play|accounts|support|policies)\.google\.com/;
  const screenshots = images.filter(({ alt, isScreenshot }) => isScreenshot || alt === 'Screenshot image');
  const found = {
    name: [text('name'), (metas.get('og:title') ?? '').replace(/ - Apps on Google Play$/i, '')],
    description: [text('description'), metas.get('og:description') ?? metas.get('description') ?? ''],
    price: priceOf(app),
    age: playAge(text('contentRating')),
    version: /varies/i.test(version) ? null : version,
    website: isOfGoogle.test(URL.parse(website)?.hostname ?? '') ? null : website,
    category: words,
    logo: [...addressesOf(app['image']).slice(0, 1), metas.get('og:image') ?? ''].map(scaledTo(512)),
    screenshot: screenshots.slice(0, 5).map(({ src }) => scaledTo(1440)(src)),
  };
  look.add(source, found, 'https://play.google.com/');
  if (!look.has('name')) {
    look.problems.push('The page of Google Play does not name an app.');
    return null;
  }
  look.add(source, { platform: words.some((word) => /^game_/i.test(word)) ? 'game' : 'mobile' });
  look.add('address', { playstore_link: url });
  return url;
};

/** The age of a rating such as 'Rated for 12+', 'PEGI 12' or 'Everyone'. */
function playAge(rating: string): string | undefined {
  const [, age] = /^(?:rated for|pegi) (3|7|12|16|18)\b/i.exec(rating.trim()) ?? [];
  return age === '3' || /^everyone$/i.test(rating.trim()) ? 'all' : age;
}

/** The host of Play's pictures scales them to what follows '='. */
const scaledTo = (side: number) => (address: string) =>
  /^(?:https?:)?\/\/[a-z\d-]+\.googleusercontent\.com\//.test(address)
    ? `${address.replace(/=[\w-]*$/, '')}=w${side}-h${side}`
    : address;

const readWebsite: ReadSource = async (look, { url }) => {
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
  addPage(look, page, base, new URL(answer.url).hostname, manifest);
  look.add('address', { website: answer.url });
  return answer.url;
};

/** The web app manifest that a page names; null without one, or with one that cannot be read. */
async function readManifest(look: Look, page: PageFacts, base: string): Promise<JsonObject | null> {
  const href = page.links.find(({ rel }) => rel.split(/\s+/).includes('manifest'))?.href;
  const url = href === undefined ? null : resolved(href, base);
  if (url === null) return null;
  look.onStep('Reading its web app manifest');
  const json = await askJson(look, 'The web app manifest', url, 'The web app manifest is missing.');
  if (json) addManifestPictures(look, json, url);
  return json;
}

/** Adds the facts of a page, the most trusted source of each first. */
function addPage(
  look: Look,
  page: PageFacts,
  base: string,
  hostname: string,
  manifest: JsonObject | null,
): void {
  const data = readLinkedData(page.jsonLd);
  const meta = (...names: string[]): string => names.map((name) => page.metas.get(name)).find(Boolean) ?? '';
  if (manifest) {
    look.add('manifest', {
      name: [textOf(manifest['name']), textOf(manifest['short_name'])],
      description: textOf(manifest['description']),
      category: textsOf(manifest['categories']),
    });
  }
  if (data.app) addLinkedApp(look, data.app, base);
  // The organisation or the site, where no app is described.
  for (const node of data.around) {
    const logo = addressesOf(node['logo']).slice(0, 1);
    look.add('json-ld', { name: textOf(node['name']), description: textOf(node['description']), logo }, base);
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
  const description = textOf(app['description']);
  const types = textsOf(app['@type']).join(' ');
  const words = [...textsOf(app['applicationCategory']), ...textsOf(app['applicationSubCategory'])];
  const found = {
    name: textOf(app['name']) || textOf(app['alternateName']),
    description,
    long_description: description.length > 120 ? description : null,
    version: textOf(app['softwareVersion']),
    size: textOf(app['fileSize']),
    price: priceOf(app),
    platform:
      firstNamed(types, { game: /VideoGame/, mobile: /MobileApplication/ }) ??
      firstNamed(textsOf(app['operatingSystem']).join(' '), systems) ??
      firstNamed(types, { web: /WebApplication/ }),
    category: words.flatMap((word) => [word, ...word.split(',')]),
    logo: ['logo', 'image', 'thumbnailUrl'].flatMap((part) => addressesOf(app[part]).slice(0, 2)),
    screenshot: addressesOf(app['screenshot']).slice(0, 6),
  };
  look.add('json-ld', found, base);
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
      look.addPicture({ source: 'manifest', kind, url: src, side: sideOf(sizes) }, base);
    }
}

function addIcons(look: Look, { links, metas }: PageFacts, base: string): void {
  for (const { rel, href, sizes, type } of links) {
    const isTouch = /\bapple-touch-icon(?:-precomposed)?\b/.test(rel);
    if ((!isTouch && !/(?:^|\s)icon(?:\s|$)/.test(rel)) || unreadable.test(href) || unreadable.test(type))
      continue;
    const side = sideOf(sizes) || (isTouch ? 180 : 32);
    look.addPicture({ source: 'page', kind: 'logo', url: href, side }, base);
  }
  // A picture for shared links is no logo, but it shows the app.
  const shared =
    metas.get('og:image:secure_url') ?? metas.get('og:image') ?? metas.get('twitter:image') ?? '';
  if (!unreadable.test(shared)) look.add('open-graph', { screenshot: shared }, base);
}

export const readers: Readonly<Record<PreviewKind, ReadSource>> = {
  website: readWebsite,
  appstore: readAppStore,
  playstore: readPlay,
  repository: readRepository,
};
