// Properties of listing apps under load and under kills, on a real process.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { compose } from '../../src/compose.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { percentile, startServer, type ServerProcess } from '../support/server-process.ts';

const megabyte = 1024 * 1024;

/** A photo-like JPEG. */
async function photo(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + seed, sigma: 40 } as const;
  const image = sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: '#808080', noise } });
  return await image.jpeg({ quality: 88 }).toBuffer();
}

/** Bytes after the end of a JPEG are ignored: they make the file exactly 5 MB and each one unique. */
function upload(jpeg: Buffer, id: string): Buffer {
  const bytes = Buffer.alloc(5 * megabyte);
  jpeg.copy(bytes);
  if (jpeg.length > bytes.length - id.length) throw new Error(`The picture is too large: ${jpeg.length}`);
  bytes.write(id, bytes.length - id.length);
  return bytes;
}

/** Waits without a limit; `fetch` gives up after five minutes. */
async function post(url: string, form: FormData, access: string): Promise<{ status: number; body: AppJson }> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: (await json(answer)) as AppJson };
}

describe('Listing apps', () => {
  let dataDir: string;
  let server: ServerProcess;
  let access: string;
  const start = () => startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
    server = await start();
    access = await signUpRemotely(server.origin, dataDir);
  });
  afterEach(async () => {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  async function create(name: string, pictures: Buffer[] = []): Promise<{ status: number; body: AppJson }> {
    const form = new FormData();
    form.set('name', name);
    form.set('description', 'An app that is listed under load.');
    form.set('website', 'https://myapp.ng');
    for (const picture of pictures)
      form.append('screenshot', new Blob([new Uint8Array(picture)]), 'shot.jpg');
    return await post(`${server.origin}/api/v1/app/`, form, access);
  }

  test('Lists one of 200 simultaneous apps with one name, and gives names with one slug different name_ids', async () => {
    const same = await Promise.all(Array.from({ length: 200 }, () => create('One Name')));
    const counts = Object.groupBy(same, (answer) => answer.status);
    console.log(
      'one name:',
      Object.fromEntries(Object.entries(counts).map(([status, list]) => [status, list?.length])),
    );
    expect(counts[201]).toHaveLength(1);
    expect(counts[400]).toHaveLength(199);
    const slugs = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        create(
          `One Slug${'!'.repeat(1 + (index % 40))}${'?'.repeat(1 + Math.floor(index / 40))}`.slice(0, 48),
        ),
      ),
    );
    const listed = slugs.filter((answer) => answer.status === 201);
    expect(new Set(listed.map((answer) => answer.body.name_id)).size).toBe(listed.length);
    expect(listed.length).toBeGreaterThan(150);
  });

  test('Lists 100 apps with 4 images of 5 MB below 700 MB of memory, and answers pages below 100 ms at p99', async () => {
    const photos = await Promise.all(Array.from({ length: 4 }, (_, index) => photo(index)));
    const times: number[] = [];
    const watching = { on: true };
    const watch = (async () => {
      while (watching.on) {
        const began = performance.now();
        // Every create drops the first and the third from the cache; the second stays cached.
        const path = ['/', '/about', '/api/v1/app/'][times.length % 3] ?? '/';
        const answer = await fetch(server.origin + path);
        await answer.arrayBuffer();
        times.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        create(
          `Heavy ${index}`,
          photos.map((jpeg, shot) => upload(jpeg, `${index}-${shot}`)),
        ),
      ),
    );
    watching.on = false;
    await watch;
    const seconds = (performance.now() - began) / 1000;
    console.log(
      `100 creates in ${seconds.toFixed(1)} s, peak memory ${server.peakMemory().toFixed(0)} MB, ` +
        `other page p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms over ${times.length}`,
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(server.peakMemory()).toBeLessThan(700);
    expect(percentile(times, 0.99)).toBeLessThan(100);
  }, 1_800_000);

  test('Leaves neither incomplete apps nor rows without files nor stray files after kills during 100 creates', async () => {
    const small = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        sharp({
          create: {
            width: 300 + index,
            height: 500,
            channels: 3,
            background: '#0a7a4a',
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        })
          .jpeg()
          .toBuffer(),
      ),
    );
    const acknowledged: string[] = [];
    let begun = 0;
    for (let round = 0; round < 10; round += 1) {
      const work = Array.from({ length: 10 }, async () => {
        const name = `Killed ${begun++}`;
        const pictures = [small[begun % 40], small[(begun * 7) % 40]].filter((one) => one !== undefined);
        const { status, body } = await create(name, pictures).catch(() => ({ status: 0, body: null }));
        if (status === 201 && body) acknowledged.push(body.id);
      });
      await new Promise((resolve) => setTimeout(resolve, 20 + round * 90 + Math.random() * 200));
      await server.stop('SIGKILL');
      await Promise.all(work);
      if (round < 9) server = await start();
    }

    const product = await compose(parseConfig({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' }));
    try {
      await product.services.media.sweep(-60_000);
      const read = product.db.read;
      const apps = await read.selectFrom('apps').select('id').execute();
      const ids = new Set(apps.map(({ id }) => id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      for (const { id } of apps) {
        const found = await product.services.apps.findApp(id);
        expect(found.kind).toBe('found');
        if (found.kind === 'found') expect(found.app.screenshots).toHaveLength(2);
        expect(
          await read.selectFrom('timeline').select('id').where('app_id', '=', id).execute(),
        ).toHaveLength(1);
      }
      const expected = new Set<string>();
      for (const row of await read.selectFrom('media').selectAll().execute()) {
        for (const width of row.widths.split(',')) {
          for (const format of ['avif', 'webp', row.fallback]) expected.add(`${row.id}-${width}.${format}`);
        }
      }
      const there = new Set<string>();
      for await (const { key } of product.storage.list()) there.add(key);
      console.log(
        `${begun} creates begun, ${acknowledged.length} acknowledged, ${apps.length} apps, ${there.size} files`,
      );
      expect([...expected].filter((key) => !there.has(key))).toEqual([]);
      expect([...there].filter((key) => !expected.has(key))).toEqual([]);
    } finally {
      await product.close();
    }
  });
});
