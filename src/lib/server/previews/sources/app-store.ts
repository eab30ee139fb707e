// A listing of the App Store, by Apple's public lookup service.
import { outboundBytes } from '../../platform/outbound/outbound.ts';
import { decodeText } from '../page/decode-text.ts';
import { isObject, listOf, parseJson, textOf, textsOf, type JsonObject } from '../page/json.ts';
import { attemptIn } from '../look.ts';
import { resolved } from './page-pictures.ts';
import { sentenceOfStatus, type ReadSource, type Sourcing } from './source.ts';

const source = 'app-store';
const countries = ['ng', 'us'];

export const readAppStore: ReadSource = async (sourcing, address) => {
  const { look, findings } = sourcing;
  look.onStep('Asking the App Store');
  const asked = [...new Set([address.country || 'ng', ...countries])].slice(0, 2);
  for (const country of asked) {
    const listing = await lookUp(sourcing, address.id, country);
    if (listing === 'failed') return null;
    if (listing === null) continue;
    addListing(sourcing, listing);
    findings.add('appstore_link', address.url, 'address');
    return address.url;
  }
  look.problems.push('The App Store has no app at this address.');
  return null;
};

async function lookUp(
  { look, services }: Sourcing,
  id: string,
  country: string,
): Promise<JsonObject | null | 'failed'> {
  const url = `${services.appStore}/lookup?id=${id}&country=${country}&entity=software`;
  const answer = await attemptIn(look, () =>
    look.get(url, { maxBytes: outboundBytes.page, accept: 'application/json,text/javascript' }),
  );
  if (answer === null) return 'failed';
  if (answer.status !== 200) {
    look.problems.push(sentenceOfStatus('The App Store', answer.status));
    return 'failed';
  }
  const json = parseJson(decodeText(answer.body));
  if (!isObject(json)) {
    look.problems.push('The App Store answered something that cannot be read.');
    return 'failed';
  }
  const listings = listOf(json['results']).slice(0, 20).filter(isObject);
  return listings.find((one) => textOf(one['trackId']) === id && isApp(one)) ?? null;
}

/** A lookup also finds songs and books. */
const isApp = ({ kind, wrapperType }: JsonObject): boolean =>
  kind === undefined
    ? wrapperType === undefined || wrapperType === 'software'
    : /software$/.test(textOf(kind));

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
const ages: Readonly<Record<string, string>> = { '4+': 'all', '12+': '12', '16+': '16', '18+': '18' };

function addListing({ findings }: Sourcing, listing: JsonObject): void {
  findings.add('name', textOf(listing['trackName']), source);
  const description = textOf(listing['description']);
  findings.add('description', description, source);
  findings.add('long_description', description, source);
  const genres = [textOf(listing['primaryGenreName']), ...textsOf(listing['genres'])];
  findings.addCategories(genres, source);
  findings.add('platform', genres.includes('Games') ? 'game' : 'mobile', source);
  findings.add('version', textOf(listing['version']), source);
  findings.add('website', textOf(listing['sellerUrl']), source);
  const { price } = listing;
  if (typeof price === 'number') findings.add('price', price > 0 ? 'paid' : 'free', source);
  findings.add('age', ages[textOf(listing['contentAdvisoryRating'])], source);
  const bytes = Number(textOf(listing['fileSizeBytes']) || Number.NaN);
  if (bytes > 0) findings.add('size', `${Math.max(1, Math.round(bytes / 1024 / 1024))} MB`, source);
  const languages = textsOf(listing['languageCodesISO2A']).flatMap((code) => languageNames[code] ?? []);
  findings.add('languages', languages.join(','), source);
  addPictures({ findings }, listing);
}

function addPictures({ findings }: Pick<Sourcing, 'findings'>, listing: JsonObject): void {
  const base = 'https://apps.apple.com/';
  const logos = ['artworkUrl512', 'artworkUrl100'].map((name) => textOf(listing[name]));
  const phone = textsOf(listing['screenshotUrls']);
  const screenshots = phone.length > 0 ? phone : textsOf(listing['ipadScreenshotUrls']);
  for (const address of logos) {
    const url = resolved(address, base);
    if (url !== null) findings.addPicture({ kind: 'logo', url, source });
  }
  for (const address of screenshots.slice(0, 5)) {
    const url = resolved(address, base);
    if (url !== null) findings.addPicture({ kind: 'screenshot', url, source });
  }
}
