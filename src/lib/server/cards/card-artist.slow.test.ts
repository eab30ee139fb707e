import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../platform/storage/storage.ts';
import { createCardArtist, maxQueue } from './card-artist.ts';
import type { CardContent } from './card-content.ts';

let folder: string;
let worker: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  worker = join(folder, 'worker.ts');
  const drawingModule = pathToFileURL('src/lib/server/platform/drawing/drawing-process.ts').href;
  await writeFile(
    worker,
    `import { answerDrawings } from '${drawingModule}';
    answerDrawings(async ({ content: { title } }) => {
      if (title === 'hangs') await new Promise(() => undefined);
      if (title === 'spins') for (;;);
      if (title === 'dies') process.exit(1);
      if (title === 'fails') throw new Error('no');
      return Buffer.from(title);
    });`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const card = (title: string, tile: CardContent['tile'] = null): CardContent => ({
  kind: 'app',
  title,
  text: '',
  note: '',
  tile,
  screenshot: null,
  tiles: [],
});
const noPictures: Pick<Storage, 'read'> = { read: () => Promise.resolve(null) };

function startArtist(limits: { drawingMs?: number; waitingMs?: number } = {}, storage = noPictures) {
  const artist = createCardArtist(storage, { worker, ...limits });
  onTestFinished(() => artist.close());
  return async (title: string, tile?: CardContent['tile']) =>
    (await artist.draw(card(title, tile))).toString();
}

test.each(['hangs', 'spins'])('Ends a drawing that %s, and draws the next one', async (fault) => {
  const draw = startArtist({ drawingMs: 5_000 });
  const stuck = draw(fault);
  const next = draw('next');
  await expect(stuck).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  expect(await next).toBe('next');
});

test.each(['dies', 'fails'])('Rejects a drawing that %s, and no other one', async (fault) => {
  const draw = startArtist();
  const answers = await Promise.allSettled([draw(fault), draw('next'), draw(fault), draw('last')]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
    'failed',
    'next',
    'failed',
    'last',
  ]);
});

test('Stops waiting for pictures that the storage never returns', async () => {
  const read: Storage['read'] = (key) =>
    key === 'stuck' ? new Promise(() => undefined) : Promise.resolve(null);
  const draw = startArtist({ drawingMs: 200 }, { read });
  const stuck = draw('one', { picture: 'stuck', letter: 'O', hue: 1 });
  const silent: Storage['read'] = () =>
    Promise.resolve({ stream: new Readable({ read: () => undefined }), size: 1 } as never);
  await expect(stuck).rejects.toMatchObject({ status: 503 });
  await expect(
    startArtist({ drawingMs: 200 }, { read: silent })('two', { picture: 'silent', letter: 'T', hue: 1 }),
  ).rejects.toMatchObject({ status: 503 });
});

test('Starts no process for a card whose pictures arrive after the artist was closed', async () => {
  const picture = Promise.withResolvers<null>();
  const artist = createCardArtist({ read: () => picture.promise }, { worker });
  onTestFinished(() => artist.close());
  const drawn = artist.draw(card('late', { picture: 'slow', letter: 'L', hue: 1 }));
  await new Promise(setImmediate);
  artist.close();
  picture.resolve(null);
  await expect(drawn).rejects.toMatchObject({ status: 503 });
});

test('Answers a full queue of drawings that hang, and frees their places', async () => {
  const draw = startArtist({ drawingMs: 4_000, waitingMs: 1_000 });
  const all = Array.from({ length: maxQueue }, () => draw('hangs'));
  const settled = Promise.allSettled(all);
  await expect(draw('one too many')).rejects.toMatchObject({ status: 429 });
  for (const answer of await settled) expect(answer).toMatchObject({ reason: { status: 503 } });
  expect(await draw('next')).toBe('next');
});
