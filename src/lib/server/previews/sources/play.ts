// A listing of Google Play, whose page is read once at the request of somebody who lists the app.
import { outboundBytes } from '../../platform/outbound/outbound.ts';
import { attemptIn } from '../look.ts';
import { decodeText } from '../page/decode-text.ts';
import { priceOf, readLinkedData } from '../page/json-ld.ts';
import { addressesOf, textOf, textsOf, type JsonObject } from '../page/json.ts';
import { readPage, type PageFacts } from '../../platform/outbound/read-page.ts';
import { resolved } from './page-pictures.ts';
import { sentenceOfStatus, type ReadSource, type Sourcing } from './source.ts';

const source = 'play';

export const readPlay: ReadSource = async (sourcing, address) => {
  const { look, findings, services } = sourcing;
  look.onStep('Reading Google Play');
  const answer = await attemptIn(look, () =>
    look.get(`${services.playStore}/store/apps/details?id=${address.id}&hl=en&gl=NG`, {
      // These pages hold their reviews and are larger than others.
      maxBytes: outboundBytes.picture,
      accept: 'text/html',
    }),
  );
  if (answer === null) return null;
  if (answer.status !== 200) {
    look.problems.push(
      answer.status === 404
        ? 'Google Play has no app at this address.'
        : sentenceOfStatus('Google Play', answer.status),
    );
    return null;
  }
  const page = readPage(decodeText(answer.body, answer.headers['content-type']));
  const { app } = readLinkedData(page.jsonLd);
  if (app) addApp(sourcing, app);
  addPage(sourcing, page);
  if (!findings.has('name')) {
    look.problems.push('The page of Google Play does not name an app.');
    return null;
  }
  findings.add('platform', 'mobile', source);
  findings.add('playstore_link', address.url, 'address');
  return address.url;
};

const ages: Readonly<Record<string, string>> = {
  everyone: 'all',
  'rated for 3+': 'all',
  'pegi 3': 'all',
  'pegi 7': '7',
  'rated for 7+': '7',
  'pegi 12': '12',
  'rated for 12+': '12',
  'pegi 16': '16',
  'rated for 16+': '16',
  'pegi 18': '18',
  'rated for 18+': '18',
};

function addApp({ findings }: Sourcing, app: JsonObject): void {
  findings.add('name', textOf(app['name']), source);
  const words = textsOf(app['applicationCategory']);
  findings.addCategories(words, source);
  if (words.some((word) => /^game_/i.test(word))) findings.add('platform', 'game', source);
  findings.add('price', priceOf(app), source);
  findings.add('age', ages[textOf(app['contentRating']).trim().toLowerCase()], source);
  const version = textOf(app['softwareVersion']);
  if (!/varies/i.test(version)) findings.add('version', version, source);
  findings.add('description', textOf(app['description']), source);
  for (const address of addressesOf(app['image']).slice(0, 1)) addPicture({ findings }, 'logo', address);
}

function addPage({ findings }: Sourcing, { anchors, images, metas }: PageFacts): void {
  const title = metas.get('og:title') ?? '';
  findings.add('name', title.replace(/ - Apps on Google Play$/i, ''), source);
  findings.add('description', metas.get('og:description') ?? metas.get('description'), source);
  const website = anchors.find(({ label }) => /^website\b/i.test(label))?.href ?? '';
  if (!/(?:^|\.)(?:play|accounts|support|policies)\.google\.com/.test(URL.parse(website)?.hostname ?? ''))
    findings.add('website', website, source);
  const logo = metas.get('og:image') ?? '';
  if (logo !== '') addPicture({ findings }, 'logo', logo);
  const screenshots = images.filter(({ alt, isScreenshot }) => isScreenshot || alt === 'Screenshot image');
  for (const { src } of screenshots.slice(0, 5)) addPicture({ findings }, 'screenshot', src);
}

/** The host of Play's pictures scales them to what follows '='. */
function addPicture(
  { findings }: Pick<Sourcing, 'findings'>,
  kind: 'logo' | 'screenshot',
  address: string,
): void {
  const url = resolved(address, 'https://play.google.com/');
  if (url === null) return;
  const isScaled = /^https:\/\/[a-z\d-]+\.googleusercontent\.com\//.test(url);
  const side = kind === 'logo' ? '512' : '1440';
  findings.addPicture({
    kind,
    url: isScaled ? `${url.replace(/=[\w-]*$/, '')}=w${side}-h${side}` : url,
    source,
  });
}
