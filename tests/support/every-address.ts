// Every public address that shows a listing or its owner.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import type { TestSite } from './test-site.ts';
import { siteUrl } from './test-product.ts';

export interface EveryAddress {
  /** Lists that contain the listing. */
  lists: string[];
  /** The listing's own addresses, with their status while it is removed. */
  own: [string, number][];
  /** The owner's own addresses. */
  owners: string[];
}

async function cardOf(site: TestSite, path: string): Promise<string> {
  const card = /property="og:image" content="([^"]+)"/.exec((await site.get(path)).text)?.[1];
  if (card === undefined) throw new Error(`No card on ${path}.`);
  return card;
}

/** What a proof and an answer of its owner make of the listing, so that lists by them have it. */
async function prove({ forget, product }: TestSite, id: string): Promise<void> {
  const proof = { proof_name: 'one.ng', proof_checked_at: Date.now(), proved: 'yes' } as const;
  await product.db.write(async (trx) => {
    await trx
      .updateTable('apps')
      .set({ ...proof, price: 'free' })
      .where('id', '=', id)
      .execute();
    await createReindex(product.db)(trx, [id]);
  });
  await forget();
}

/**
 * @param app a web app of the category Finance with a screenshot, found by the word `word`
 * @param sibling another app of the same owner
 * @param owner of both apps, with a handle
 */
export async function everyAddress(
  site: TestSite,
  {
    app,
    sibling,
    owner,
    word,
  }: { app: AppJson; sibling: AppJson; owner: { id: string; handle: string }; word: string },
): Promise<EveryAddress> {
  await prove(site, app.id);
  const api = '/api/v1';
  const [name, user] = [app.name_id, owner.id];
  const own = [
    `/app/${name}`, `/app/${name}/versions`, `/app/${name}/update`, `/app/${name}/update/logo`, `/app/${name}/update/screenshots`,
    `/app/${name}/delete`, `/app/${name}/new`, `/app/${name}/qr.svg`, `/feeds/app/${name}.xml`, `/embed/app/${name}`,
  ]; // prettier-ignore
  const unknown = [
    urls.oembed(`${siteUrl}/app/${name}`), `${api}/app/${name}/`, `${api}/app/${app.id}/`,
    ...app.screenshot.map(({ id }) => `${api}/app/screenshot/${id}/`), await cardOf(site, `/app/${name}`),
  ]; // prettier-ignore
  return {
    lists: [
      '/', '/apps', '/apps?sort=name', '/apps?sort=updated', '/apps?sort=popular', '/category/finance', `/search?q=${word}`, `/search/results?q=${word}`, `/search?q=${word}&category=finance`,
      '/apps?proved=yes', '/apps?price=free&sort=name', '/apps?sort=trending', `/saved?apps=${name}`, `/@${owner.handle}.json`,
      '/feeds/proved.xml', `${api}/app/?proved=yes`, `${api}/app/?price=free&sort=updated`, `${api}/app/?sort=trending`, `${api}/app/?search=${word}&proved=yes`,
      '/feeds/apps.xml', '/feeds/releases.xml', '/feeds/category/finance.xml', `/feeds/user/${user}.xml`, '/sitemaps/apps/1.xml',
      `/user/${user}`, `/u/${owner.handle}`, `/user/${user}/apps`, `/user/${user}/timeline`, `/app/${sibling.name_id}`,
      `${api}/app/`, `${api}/app/?search=${word}`, `${api}/app/?category=finance`, `${api}/app/?sort=name`, `${api}/app/?sort=updated`,
      `${api}/app/?platform=web&phase=IN_DEVELOPMENT`, `${api}/user/${user}/apps/`, `${api}/user/${user}/portfolio/`,
      `${api}/timeline/?user=${user}`, `${api}/app/version/`, `${api}/app/version/?app=${app.id}`,
    ], // prettier-ignore
    own: [
      ...own.map((path): [string, number] => [path, 410]),
      ...unknown.map((path): [string, number] => [path, 404]),
    ],
    owners: [
      `/user/${user}`, `/u/${owner.handle}`, `/user/${user}/apps`, `/user/${user}/timeline`, `/feeds/user/${user}.xml`,
      `${api}/user/${user}/`, `${api}/user/${user}/apps/`, `${api}/user/${user}/portfolio/`, `${api}/timeline/?user=${user}`,
      await cardOf(site, `/user/${user}`),
    ], // prettier-ignore
  };
}

/** Reads the second answer of each address, which comes from the edge cache if it is cached. */
export async function answersOf(site: TestSite, paths: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) {
    await site.get(path);
    const { status, text } = await site.get(path);
    found[path] = `${String(status)} ${text}`;
  }
  return found;
}
