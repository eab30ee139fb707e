// What owners see of their apps by day, compared with a reference that counts the same events in its own way.
import { expect, test } from 'vitest';
import { day, startProduct, type App } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const browsers = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

interface Figures extends Record<string, number | string> {
  day: string;
}
interface Statistics {
  days: Figures[];
  total: Record<string, number>;
  before: Record<string, number>;
  sources: { source: string; views: number; before: number }[];
  releases: { day: string; version: string }[];
}

/** Referrers, and what is kept of each. */
const sources: (readonly [referrer: string, source: string])[] = [
  ['', 'Direct'],
  [`${product.siteUrl}/apps?category=finance`, 'Own'],
  ['https://www.google.com.ng/', 'Google'],
  ['https://ng.search.yahoo.com/search?p=secret+words', 'Yahoo'],
  ['https://mail.google.com/mail/u/0/', 'google.com'],
  ['https://blog.techcabal.com/2026/an-app?reader=ada%40example.com', 'techcabal.com'],
  ['https://ada.github.io/page', 'ada.github.io'],
  ['https://shop.example.com.ng/', 'example.com.ng'],
  ['https://192.0.2.7/', 'Other'],
  ['android-app://com.whatsapp/', 'Other'],
];

const tap = (id: string, from: string, browser: string, link: string) =>
  client.from(from).fetch(`/api/v1/app/${id}/taps/?link=${link}`, {
    method: 'POST',
    headers: { origin: product.siteUrl, 'user-agent': browser },
  });

test('Counts what a reference counts of the same events, keeps no full address, and ends with the app', async () => {
  const owner = await people.verified();
  const facts = { description: 'Counted.', website: 'https://myapp.ng', external_link: 'https://my.ng' };
  const { body: app } = await client.as(owner).post<App>('/app/', { ...facts, name: 'Statistics' });
  const fans = [await people.verified(), await people.verified()];
  let seed = 7;
  const pick = <T>(list: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return list[seed % list.length] as T;
  };
  const places = Array.from({ length: 30 }, (_, at) => `41.58.${String(at + 1)}.1`);
  const seen = new Set<string>();
  const reference: Record<string, number>[] = [];
  const viewsOf: Record<string, number>[] = [];
  for (let of = 0; of < 40; of += 1) {
    if (of > 0) clock.advance(day);
    const counted: Record<string, number> = { views: 0, taps: 0, website: 0, external_link: 0 };
    const from: Record<string, number> = {};
    const once = (mark: string, name: string): boolean => {
      const isNew = !seen.has(`${String(of)} ${mark}`);
      seen.add(`${String(of)} ${mark}`);
      if (isNew) counted[name] = (counted[name] ?? 0) + 1;
      return isNew;
    };
    for (let event = 0; event < 60; event += 1) {
      const [place, browser, [referer, source]] = [pick(places), pick(browsers), pick(sources)];
      if (event % 3 > 0) {
        const headers = { 'user-agent': browser, ...(referer && { referer }) };
        await client.from(place).page(`/app/${app.name_id}`, headers);
        if (once(`view ${place} ${browser}`, 'views')) from[source] = (from[source] ?? 0) + 1;
      } else {
        const link = pick(['website', 'external_link']);
        expect((await tap(app.id, place, browser, link)).status).toBe(200);
        once(`tap ${place} ${browser}`, 'taps');
        once(`${link} ${place} ${browser}`, link);
      }
    }
    reference.push(counted);
    viewsOf.push(from);
    await product.work();
  }
  await people.logIn(owner);
  for (const fan of fans) {
    await people.logIn(fan);
    const saved = [{ id: app.id, clock: 1, saved: true }];
    expect((await client.as(fan).put('/user/me/saved/', { apps: saved })).status).toBe(200);
    await client.as(fan).put('/user/me/follows/', { subject: `app:${app.id}`, follow: true });
  }
  const release = { app: app.id, version: '2.0.0', release_type: 'LIVE', latest_feature: 'Faster' };
  expect((await client.as(owner).post('/app/version/', release)).status).toBe(201);

  const read = async (days: number) =>
    (await client.as(owner).get<Statistics>(`/app/${app.name_id}/statistics/?days=${String(days)}`)).body;
  const sum = (rows: Record<string, number>[]): Record<string, number> => {
    const total: Record<string, number> = {};
    for (const row of rows)
      for (const [name, count] of Object.entries(row)) total[name] = (total[name] ?? 0) + count;
    return total;
  };
  const month = await read(30);
  expect(month.days).toMatchObject(reference.slice(10));
  expect(month.total).toMatchObject({ ...sum(reference.slice(10)), saves: 2, followers: 2 });
  expect(month.before).toMatchObject({ ...sum(reference.slice(0, 10)), saves: 0, followers: 0 });
  expect(month.days.at(-1)).toMatchObject({ saves: 2, followers: 2 });
  const shown = (which: 'views' | 'before') =>
    Object.fromEntries(month.sources.flatMap((one) => (one[which] ? [[one.source, one[which]]] : [])));
  expect(shown('views')).toEqual(sum(viewsOf.slice(10)));
  expect(shown('before')).toEqual(sum(viewsOf.slice(0, 10)));
  expect(month.releases).toEqual([{ day: month.days.at(-1)?.day, version: '2.0.0' }]);
  const year = await read(365);
  expect([year.days.length, year.before['views']]).toEqual([365, 0]);
  expect(year.total).toMatchObject(sum(reference));
  expect((await client.as(owner).get(`/app/${app.id}/statistics/?days=31`)).status).toBe(400);

  // A day keeps thirty sources of an app; an answer has the twenty with the most views.
  clock.advance(day);
  await people.logIn(owner);
  for (let host = 0; host < 35; host += 1)
    await client.from(`41.59.${String(host)}.1`).page(`/app/${app.name_id}`, {
      'user-agent': browsers[0] ?? '',
      referer: `https://host-${String(host)}.ng/`,
    });
  await product.work();
  const kept = await product.sql("select subject from view_counts where subject like '%host-%'");
  expect(kept).toHaveLength(30);
  expect(JSON.stringify(await product.sql('select subject from view_counts'))).not.toMatch(
    /secret|reader|https?:|Mozilla|41\.5/,
  );
  const crowded = await read(30);
  expect(crowded.sources.length).toBeLessThanOrEqual(21);
  const total = crowded.sources.reduce((all, { views }) => all + views, 0);
  expect(total).toBe(crowded.total['views']);

  await client.as(owner).delete(`/app/${app.id}/`);
  expect(await product.sql(`select subject from view_counts where subject like '%${app.id}%'`)).toEqual([]);
});
