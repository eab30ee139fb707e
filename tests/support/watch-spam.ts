// Reads every address that shows spam listings, on every node.
import { setTimeout as sleep } from 'node:timers/promises';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import { connect, type Answer, type Connection } from './connection.ts';
import { descriptionWord, mark, type SpamDirectory } from './spam-account.ts';

/** Connections to each node. */
const readers = 4;

const api = '/api/v1';

/** The spam listings that an answer shows, by their addresses. */
export function shownIn({ text }: Answer): Set<string> {
  return new Set(text.match(new RegExp(`${mark}\\d+`, 'g')));
}

/** Lists of any kind, of which those that show spam have to lose it. */
export function listsOf({ spammer }: SpamDirectory, parts: readonly string[]): string[] {
  const categories = firstCategories.slice(0, 12);
  const words = ['zobowin', 'zobowin%20prize%207', descriptionWord, `win%20${descriptionWord}`, 'zobowim'];
  return [
    '/', '/apps', '/apps?sort=updated', '/apps?sort=name', '/apps?phase=live', '/feeds/apps.xml', '/feeds/releases.xml',
    ...categories.flatMap((name) => [urls.category(name), urls.categoryFeed(name), `${api}/app/?category=${encodeURIComponent(name)}`]),
    ...words.flatMap((word) => [`/search?q=${word}`, `/apps?q=${word}`, `${api}/app/?search=${word}`]),
    ...parts,
    `${api}/app/`, `${api}/app/?sort=updated`, `${api}/app/?platform=web`, `${api}/app/?platform=mobile`, `${api}/app/version/`,
    ...['', '/apps', '/timeline'].map((page) => `/user/${spammer.id}${page}`), `/feeds/user/${spammer.id}.xml`,
    `${api}/user/${spammer.id}/apps/`, `${api}/user/${spammer.id}/portfolio/`, `${api}/timeline/?user=${spammer.id}`,
  ]; // prettier-ignore
}

/** Addresses of single listings and pictures, which answer 200 only while they are public. */
export function ownAddresses({ listings, pictures, spammer }: SpamDirectory): string[] {
  return [
    ...listings.flatMap(({ id, nameId }) => [
      `/app/${nameId}`, `/app/${nameId}/versions`, `/embed/app/${nameId}`, `/feeds/app/${nameId}.xml`, `${api}/app/${nameId}/`,
      `${api}/app/${id}/`,
    ]), // prettier-ignore
    ...pictures,
    `/user/${spammer.id}`,
    `${api}/user/${spammer.id}/`,
  ];
}

export type Visit = (path: string, answer: Answer, connection: Connection) => Promise<void> | void;

/** Reads all addresses at all nodes, several at once. */
export async function readAll(
  origins: readonly string[],
  paths: readonly string[],
  visit: Visit,
): Promise<void> {
  await Promise.all(
    origins.flatMap((origin) => {
      const left = paths.values();
      return Array.from({ length: readers }, async () => {
        const connection = connect(origin);
        try {
          for (const path of left) await visit(path, await connection.send('GET', path), connection);
        } finally {
          connection.close();
        }
      });
    }),
  );
}

/** Reads an address again until it shows no spam. @throws Error after this time */
export async function untilGone(
  connection: Connection,
  path: string,
  first: Answer,
  until: number,
): Promise<void> {
  for (let answer = first; shownIn(answer).size > 0; answer = await connection.send('GET', path)) {
    if (performance.now() > until) throw new Error(`${path} still shows spam.`);
    await sleep(100);
  }
}
