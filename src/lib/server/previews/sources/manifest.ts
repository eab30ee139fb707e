import { outboundBytes } from '../../platform/outbound/outbound.ts';
import { decodeText } from '../page/decode-text.ts';
import { isObject, parseJson, type JsonObject } from '../page/json.ts';
import type { PageFacts } from '../../platform/outbound/read-page.ts';
import { attemptIn } from '../look.ts';
import { resolved } from './page-pictures.ts';
import type { Sourcing } from './source.ts';

/** The web app manifest that a page names; null without one, or with one that cannot be read. */
export async function readManifest(
  { look }: Pick<Sourcing, 'look'>,
  page: PageFacts,
  base: string,
): Promise<{ json: JsonObject; url: string } | null> {
  const href = page.links.find(({ rel }) => rel.split(/\s+/).includes('manifest'))?.href;
  const url = href === undefined ? null : resolved(href, base);
  if (url === null) return null;
  look.onStep('Reading its web app manifest');
  const answer = await attemptIn(
    look,
    () =>
      look.get(url, { maxBytes: outboundBytes.text, accept: 'application/manifest+json,application/json' }),
    ({ message }) => `The web app manifest could not be read. ${message}`,
  );
  if (answer === null) return null;
  const json = answer.status === 200 ? parseJson(decodeText(answer.body)) : undefined;
  if (isObject(json)) return { json, url: answer.url };
  look.problems.push('The web app manifest could not be read: it is missing or is not JSON.');
  return null;
}
