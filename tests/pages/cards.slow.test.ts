// Share cards are drawn when first requested, stored, and named by a hash of what they show.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { drawings } from '../../src/lib/server/edge/render/page-route.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm, type FormValue } from '../support/send-form.ts';
import { engines, siteUrl } from '../support/test-product.ts';
import { createTestSite, type SiteAnswer, type TestSite } from '../support/test-site.ts';

/** Process ids of the drawing processes of this process. */
async function artists(): Promise<number[]> {
  const ids = (await readFile(`/proc/self/task/${String(process.pid)}/children`, 'utf8')).trim().split(' ');
  const found: number[] = [];
  for (const id of ids.filter((one) => one !== '')) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('card-worker')) found.push(Number(id));
  }
  return found;
}

describe.each(engines)('Share cards on %s', (engine) => {
  let site: TestSite;
  let person: Person;

  beforeAll(async () => {
    site = await createTestSite(engine);
    person = await createPerson(site.api);
  });
  afterAll(() => site.dispose());

  async function list(values: Record<string, FormValue>): Promise<AppJson> {
    const app = { description: 'An app.', website: 'https://one.ng', ...values };
    const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', app, person);
    expect([status, body.error]).toEqual([201, undefined]);
    return body;
  }

  async function cardOf(path: string): Promise<string> {
    const { text } = await site.get(path);
    const address = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(address.startsWith(`${siteUrl}/cards/`)).toBe(true);
    return address.slice(siteUrl.length);
  }

  async function draw(card: string): Promise<Buffer> {
    const answer = await site.get(card);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { width, height, format } = await sharp(answer.bytes).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect(answer.bytes.length).toBeLessThan(300_000);
    // A card of one colour has no entropy.
    expect((await sharp(answer.bytes).stats()).entropy).toBeGreaterThan(1);
    return answer.bytes;
  }

  function expectRefusal({ status, text, headers }: SiteAnswer): void {
    expect([status, text]).toEqual([503, 'Cards cannot be drawn at this moment.\n']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('retry-after')).toBe('5');
    expect(headers.get('cache-control')).toBe('no-store');
  }

  const faults = () => JSON.stringify(site.logged().filter((line) => line['msg'] === 'A page met a fault'));

  // Drawing knows nothing of the database.
  const drawingTest = test.runIf(engine === 'sqlite');
  const kept = async () =>
    (await readdir(join(site.product.config.dataDir, 'media'), { recursive: true })).filter((file) =>
      file.includes('card-'),
    );

  drawingTest(
    'Draws cards of 1200 by 630 pixels under 300 KB for extreme names and pictures',
    async () => {
      // Noise compresses worst.
      const noise = (width: number, height: number) =>
        sharp({
          create: {
            width,
            height,
            channels: 3,
            background: '#888',
            noise: { type: 'gaussian', mean: 128, sigma: 120 },
          },
        })
          .jpeg({ quality: 90 })
          .toBuffer();
      const apps = [
        await list({ name: 'N' }),
        await list({ name: 'W'.repeat(48), description: 'W'.repeat(120) }),
        await list({ name: '日本 ‮ <svg> & "x" 🚀', description: '😀 & <b>\u00ad' }),
        await list({
          name: 'Portraits',
          logo: await noise(512, 512),
          screenshot: [await noise(720, 1280), await noise(360, 640)],
        }),
        await list({
          name: 'A landscape',
          logo: await picture(300, 300),
          screenshot: [await noise(1280, 720)],
        }),
      ];
      // One after the other: on a busy machine the last of a queue would be refused.
      const cards: Buffer[] = [];
      for (const app of apps) cards.push(await draw(await cardOf(urls.app(app.name_id))));
      expect(new Set(cards.map((card) => card.toString('base64'))).size).toBe(apps.length);
      await draw(await cardOf(urls.user(person.id)));
      await draw(await cardOf('/'));
      expect(await cardOf('/')).toBe(await cardOf('/about'));
    },
    60_000,
  );

  test('Draws a card once when twelve clients ask at the same time', async () => {
    const app = await list({ name: 'Asked for by many' });
    const card = await cardOf(urls.app(app.name_id));
    const before = await kept();
    const all = await Promise.all(Array.from({ length: 12 }, () => draw(card)));
    for (const one of all) expect(one.equals(all[0] ?? Buffer.alloc(0))).toBe(true);
    const after = await kept();
    expect(after.length).toBe(before.length + 1);
    const rows = await site.product.db.read
      .selectFrom('share_cards')
      .selectAll()
      .where('app_id', '=', app.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect((await draw(card)).equals(all[0] ?? Buffer.alloc(0))).toBe(true);
    expect(await kept()).toEqual(after);
  });

  test('Keeps the name of a card until its content changes, and redirects from the old name', async () => {
    const app = await list({ name: 'Changing' });
    const before = await cardOf(urls.app(app.name_id));
    await draw(before);
    const authorization = `Bearer ${person.access}`;
    const change = (body: object) =>
      site.api.request(`/app/${app.id}/`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    // The card does not show the website.
    await change({ website: 'https://other.ng' });
    expect(await cardOf(urls.app(app.name_id))).toBe(before);
    await change({ description: 'Another description.' });
    const after = await cardOf(urls.app(app.name_id));
    expect(after).not.toBe(before);
    const never = before.replace(/[0-9a-f]{24}card/, `${'0'.repeat(24)}card`);
    const moved = await site.get(never);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, after]);
    await draw(after);
    // The old card is still in the storage.
    const old = await site.get(before);
    expect([old.status, old.headers.get('location')]).toEqual([302, after]);
    const rows = await site.product.db.read
      .selectFrom('share_cards')
      .select('id')
      .where('app_id', '=', app.id)
      .execute();
    expect(rows.map(({ id }) => after.includes(id))).toEqual([true]);
  });

  test('Answers 404 for the cards of a deleted account', async () => {
    const owner = await createPerson(site.api);
    const facts = { name: 'Drawn, then deleted', description: 'An app.', website: 'https://one.ng' };
    const app = (await sendForm<AppJson>(site.api, 'POST', '/app/', facts, owner)).body;
    const kept = await list({ name: 'Not deleted' });
    const cards = [await cardOf(urls.app(app.name_id)), await cardOf(urls.user(owner.id))];
    for (const card of cards) await draw(card);
    const password = 'correct horse battery';
    expect((await site.api.post(`/user/${owner.id}/delete/`, { password }, owner.access)).status).toBe(200);
    for (const card of cards) {
      expect([card, (await site.get(card)).status]).toEqual([card, 404]);
      const elsewhere = card.replace(/\/cards\/(?:app|user)\/[^/]+/, `/cards/app/${kept.id}`);
      expect((await site.get(elsewhere)).status).toBe(302);
    }
  });

  drawingTest(
    'Refuses one card too many of a client with 429, and a failed drawing with 503 until the next request',
    async () => {
      const cards: string[] = [];
      for (let number = 0; number <= drawings.maxOfAddress; number += 1)
        cards.push(await cardOf(urls.app((await list({ name: `One of many ${String(number)}` })).name_id)));
      await draw(await cardOf(urls.app((await list({ name: 'Wakes the artist' })).name_id)));
      const [artist = 0, ...others] = await artists();
      expect([artist > 0, others]).toEqual([true, []]);
      process.kill(artist, 'SIGSTOP');
      // Not left standing by a failure either: it would keep the process of the tests from ending.
      let isStopped = true;
      onTestFinished(() => void (isStopped && process.kill(artist, 'SIGKILL')));
      const asked = cards.map((card) => site.get(card));
      const first = await Promise.race(asked);
      expect(first).toMatchObject({
        status: 429,
        text: 'Too many cards are being drawn. Ask again in a few seconds.\n',
      });
      expect(first.headers.get('retry-after')).toMatch(/^[123]$/);
      expect(site.logged()).toEqual([]);
      process.kill(artist, 'SIGKILL');
      isStopped = false;
      const answers = (await Promise.all(asked)).filter((answer) => answer !== first);
      expect(answers).toHaveLength(drawings.maxOfAddress);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(1);
      for (const answer of refused) expectRefusal(answer);
      expect(faults()).toContain('The drawing process ended');
      for (const card of cards) await draw(card);
    },
  );

  test('Answers 503 when a card cannot be stored, and draws it at the next request', async () => {
    const card = await cardOf(urls.app((await list({ name: 'Drawn in vain' })).name_id));
    const incoming = join(site.product.config.dataDir, 'media', 'incoming');
    try {
      await rename(incoming, `${incoming}-away`);
      await writeFile(incoming, '');
      expectRefusal(await site.get(card));
      expect(faults()).toContain('ENOTDIR');
    } finally {
      await rm(incoming, { recursive: true });
      await rename(`${incoming}-away`, incoming);
    }
    await draw(card);
  });

  test('Answers 404 for cards of unknown apps, people and kinds', async () => {
    const id = '0'.repeat(24);
    for (const path of [
      `/cards/app/nothing/${id}card.jpg`,
      `/cards/user/${person.id}x/${id}card.jpg`,
      `/cards/site/other/${id}card.jpg`,
      `/cards/thing/home/${id}card.jpg`,
      '/cards/app/../../x.jpg',
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  });
});
