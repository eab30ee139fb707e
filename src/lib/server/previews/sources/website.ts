// A website: its web app manifest, its structured data, its OpenGraph tags and the rest of its page.
import { outboundBytes } from '../../platform/outbound/outbound.ts';
import { decodeText } from '../page/decode-text.ts';
import { platformOfSystems, priceOf, readLinkedData, type LinkedData } from '../page/json-ld.ts';
import { addressesOf, textOf, textsOf, type JsonObject } from '../page/json.ts';
import { readPage, type PageFacts } from '../../platform/outbound/read-page.ts';
import { attemptIn } from '../look.ts';
import { nameInTitle } from '../values/shorten.ts';
import { addIcons, addManifestPictures, resolved } from './page-pictures.ts';
import { readManifest } from './manifest.ts';
import { addPageLinks } from './page-links.ts';
import { sentenceOfStatus, type ReadSource, type Sourcing } from './source.ts';

export const readWebsite: ReadSource = async (sourcing, { url }) => {
  const { look, findings } = sourcing;
  const host = new URL(url).hostname;
  look.onStep(`Reading ${host}`);
  const answer = await attemptIn(look, () =>
    look.get(url, { maxBytes: outboundBytes.page, accept: 'text/html,application/xhtml+xml' }),
  );
  if (answer === null) return null;
  if (answer.status !== 200) {
    look.problems.push(sentenceOfStatus(host, answer.status));
    return null;
  }
  const type = answer.headers['content-type'] ?? '';
  if (type !== '' && !/html/i.test(type)) {
    look.problems.push(`${host} sent something that is not a web page.`);
    return null;
  }
  const page = readPage(decodeText(answer.body, type));
  const base = resolved(page.base, answer.url) ?? answer.url;
  const manifest = await readManifest(sourcing, page, base);
  addPage(sourcing, { page, base, address: answer.url, manifest });
  findings.add('website', answer.url, 'address');
  return answer.url;
};

interface Found {
  page: PageFacts;
  base: string;
  /** The address of the page, after redirects. */
  address: string;
  manifest: { json: JsonObject; url: string } | null;
}

/** Adds the facts of a page, the most trusted source of each first. */
function addPage({ findings }: Sourcing, { page, base, address, manifest }: Found): void {
  const { metas } = page;
  const data = readLinkedData(page.jsonLd);
  const meta = (...names: string[]): string => names.map((name) => metas.get(name)).find(Boolean) ?? '';

  if (manifest) {
    const { json } = manifest;
    findings.add('name', textOf(json['name']), 'manifest');
    findings.add('name', textOf(json['short_name']), 'manifest');
    findings.add('description', textOf(json['description']), 'manifest');
    findings.addCategories(textsOf(json['categories']), 'manifest');
    addManifestPictures(findings, json, manifest.url);
  }
  if (data.app) addLinkedApp({ findings }, data.app, base);
  addAround({ findings }, data, base);
  findings.add('name', meta('og:site_name'), 'open-graph');
  findings.add('name', meta('application-name', 'apple-mobile-web-app-title'), 'page');
  const { hostname } = new URL(address);
  findings.add('name', nameInTitle(meta('og:title'), hostname), 'open-graph');
  findings.add('name', nameInTitle(page.title, hostname), 'page');
  findings.add('description', meta('og:description'), 'open-graph');
  findings.add('description', meta('description', 'twitter:description'), 'page');
  addPageLinks(findings, { page, data, manifest: manifest?.json ?? null });
  addIcons(findings, page, base);
}

/** An app that structured data describes. */
export function addLinkedApp({ findings }: Pick<Sourcing, 'findings'>, app: JsonObject, base: string): void {
  const source = 'json-ld';
  findings.add('name', textOf(app['name']) || textOf(app['alternateName']), source);
  const description = textOf(app['description']);
  findings.add('description', description, source);
  if (description.length > 120) findings.add('long_description', description, source);
  const words = [...textsOf(app['applicationCategory']), ...textsOf(app['applicationSubCategory'])];
  findings.addCategories(
    words.flatMap((word) => [word, ...word.split(',')]),
    source,
  );
  findings.add('version', textOf(app['softwareVersion']), source);
  findings.add('size', textOf(app['fileSize']), source);
  findings.add('price', priceOf(app), source);
  const types = textsOf(app['@type']).join(' ');
  const systems = textsOf(app['operatingSystem']).join(' ');
  const platform = /VideoGame/.test(types)
    ? 'game'
    : /MobileApplication/.test(types)
      ? 'mobile'
      : (platformOfSystems(systems) ?? (/WebApplication/.test(types) ? 'web' : undefined));
  findings.add('platform', platform, source);
  for (const part of ['logo', 'image', 'thumbnailUrl'])
    for (const picture of addressesOf(app[part]).slice(0, 2)) addPicture(findings, 'logo', picture, base);
  for (const picture of addressesOf(app['screenshot']).slice(0, 6))
    addPicture(findings, 'screenshot', picture, base);
}

/** The organisation or the site, where no app is described. */
function addAround({ findings }: Pick<Sourcing, 'findings'>, { around }: LinkedData, base: string): void {
  for (const node of around) {
    findings.add('name', textOf(node['name']), 'json-ld');
    findings.add('description', textOf(node['description']), 'json-ld');
    for (const picture of addressesOf(node['logo']).slice(0, 1)) addPicture(findings, 'logo', picture, base);
  }
}

function addPicture(
  findings: Sourcing['findings'],
  kind: 'logo' | 'screenshot',
  address: string,
  base: string,
): void {
  const url = resolved(address, base);
  if (url !== null) findings.addPicture({ kind, url, source: 'json-ld' });
}
