// Listings of the App Store, by Apple's lookup service, and of Google Play, by their page; repositories by GitHub's API.
import type { ServiceAddresses } from '../platform/config/config.ts';
import { outboundBytes } from '../platform/outbound/outbound.ts';
import { readPage } from '../platform/outbound/read-page.ts';
import type { Look } from './look.ts';
import type { ReadAddress } from './read-address.ts';
import {
  addressesOf,
  decodeText,
  isObject,
  listOf,
  parseJson,
  priceOf,
  readLinkedData,
  textOf,
  textsOf,
  type JsonObject,
} from './texts.ts';

/**
 * Reads one kind of page: adds what it finds to the look, and what it could not read to its problems.
 * @returns the address that answered, after redirects; null if nothing could be read
 */
export type ReadSource = (
  look: Look,
  address: ReadAddress,
  services: ServiceAddresses,
) => Promise<string | null>;

/** As `ask`, for a service that answers with JSON. */
async function askJson(
  look: Look,
  site: string,
  url: string,
  accept: string,
  missing?: string,
): Promise<JsonObject | null> {
  const answer = await look.ask(site, url, { maxBytes: outboundBytes.page, accept }, missing);
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

export const readAppStore: ReadSource = async (look, { country, id, url }, { appStore }) => {
  look.onStep('Asking the App Store');
  for (const asked of [...new Set([country || 'ng', 'ng', 'us'])].slice(0, 2)) {
    const lookup = `${appStore}/lookup?id=${id}&country=${asked}&entity=software`;
    const json = await askJson(look, 'The App Store', lookup, 'application/json,text/javascript');
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
  const source = 'app-store';
  const text = (name: string): string => textOf(listing[name]);
  const genres = [text('primaryGenreName'), ...textsOf(listing['genres'])];
  const { price } = listing;
  const bytes = Number(text('fileSizeBytes') || Number.NaN);
  look.add(source, {
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
  });
  look.addCategories(source, genres);
  const base = 'https://apps.apple.com/';
  for (const logo of ['artworkUrl512', 'artworkUrl100']) look.addPicture(source, 'logo', text(logo), base);
  const [screenshots = []] = ['screenshotUrls', 'ipadScreenshotUrls']
    .map((name) => textsOf(listing[name]))
    .filter((urls) => urls.length > 0);
  for (const one of screenshots.slice(0, 5)) look.addPicture(source, 'screenshot', one, base);
}

export const readRepository: ReadSource = async (look, { id, url }, { github }) => {
  const source = 'github';
  const accept = 'application/vnd.github+json';
  look.onStep('Asking GitHub');
  const api = `${github}/repos/${id}`;
  const missing = 'GitHub has no public repository at this address.';
  const repository = await askJson(look, 'GitHub', api, accept, missing);
  if (repository === null) return null;
  const text = (name: string): string => textOf(repository[name]);
  if (text('name') === '') {
    look.problems.push('GitHub answered something that cannot be read.');
    return null;
  }
  const topics = textsOf(repository['topics']);
  look.add(source, {
    name: nameOf(text('name')),
    description: text('description'),
    website: text('homepage'),
    platform: platformOf(topics),
  });
  look.addCategories(source, topics);
  const { owner } = repository;
  if (isObject(owner)) look.addPicture(source, 'logo', textOf(owner['avatar_url']), url);
  look.onStep('Asking GitHub for its newest release');
  const problems = look.problems.length;
  const release = await askJson(look, 'GitHub', `${api}/releases/latest`, accept);
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

function platformOf(topics: readonly string[]): string | undefined {
  const has = (pattern: RegExp): boolean => topics.some((topic) => pattern.test(topic));
  if (has(/^(?:game|videogame|unity-game|godot-game)$/)) return 'game';
  if (has(/^(?:android|ios|android-app|ios-app|mobile-app|flutter-app|react-native-app)$/)) return 'mobile';
  if (has(/^(?:desktop|desktop-app|electron|electron-app|tauri-app)$/)) return 'desktop';
  return has(/^(?:webapp|web-app|pwa|website)$/) ? 'web' : undefined;
}

/** The page of Google Play is read once, at the request of somebody who lists the app. */
export const readPlay: ReadSource = async (look, { id, url }, { playStore }) => {
  const source = 'play';
  look.onStep('Reading Google Play');
  const answer = await look.ask(
    'Google Play',
    `${playStore}/store/apps/details?id=${id}&hl=en&gl=NG`,
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
  look.add(source, {
    name: [text('name'), (metas.get('og:title') ?? '').replace(/ - Apps on Google Play$/i, '')],
    description: [text('description'), metas.get('og:description') ?? metas.get('description') ?? ''],
    price: priceOf(app),
    age: playAges[text('contentRating').trim().toLowerCase()],
    version: /varies/i.test(version) ? null : version,
    website: isOfGoogle.test(URL.parse(website)?.hostname ?? '') ? null : website,
  });
  look.addCategories(source, words);
  const logos = [...addressesOf(app['image']).slice(0, 1), metas.get('og:image') ?? ''];
  for (const logo of logos) addPlayPicture(look, 'logo', logo);
  const screenshots = images.filter(({ alt, isScreenshot }) => isScreenshot || alt === 'Screenshot image');
  for (const { src } of screenshots.slice(0, 5)) addPlayPicture(look, 'screenshot', src);
  if (!look.has('name')) {
    look.problems.push('The page of Google Play does not name an app.');
    return null;
  }
  look.add(source, { platform: words.some((word) => /^game_/i.test(word)) ? 'game' : 'mobile' });
  look.add('address', { playstore_link: url });
  return url;
};

const playAges: Readonly<Record<string, string>> = {
  everyone: 'all',
  ...Object.fromEntries(
    [3, 7, 12, 16, 18].flatMap((age) =>
      [`rated for ${String(age)}+`, `pegi ${String(age)}`].map((name) => [
        name,
        age === 3 ? 'all' : String(age),
      ]),
    ),
  ),
};

/** The host of Play's pictures scales them to what follows '='. */
function addPlayPicture(look: Look, kind: 'logo' | 'screenshot', address: string): void {
  const side = kind === 'logo' ? '512' : '1440';
  const isScaled = /^(?:https?:)?\/\/[a-z\d-]+\.googleusercontent\.com\//.test(address);
  const scaled = isScaled ? `${address.replace(/=[\w-]*$/, '')}=w${side}-h${side}` : address;
  look.addPicture('play', kind, scaled, 'https://play.google.com/');
}
