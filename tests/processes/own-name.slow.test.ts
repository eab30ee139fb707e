// The built server under a name of its own, from files in DATA_DIR. Needs a build (`npm run build`).
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownFacts, writeBrand } from '../support/own-brand.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-own-name-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<{ told: string[]; home: string; etag: string | null; worker: string }> {
  const told: string[] = [];
  const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', CONTACT_EMAIL: '' };
  server = await startServer(env, { onLine: (line) => told.push(line) });
  const page = await fetch(server.origin);
  const worker = await fetch(`${server.origin}/sw.js`).then((answer) => answer.text());
  return { told, home: await page.text(), etag: page.headers.get('etag'), worker };
}

test('Serves under the name of the files, keeps the icons, and shows a change after a restart', async () => {
  writeBrand(dataDir);
  const first = await start();
  expect(first.told.join('\n')).toContain('GhanaBuilt is at ');
  expect(first.home).toContain('<title>GhanaBuilt: apps built in Ghana</title>');
  const icon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(first.home)?.[1] ?? '';
  const drawn = await fetch(`${server?.origin ?? ''}${icon}`);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
  await server?.stop();
  const [kept = ''] = await readdir(join(dataDir, 'cache'));
  const file = join(dataDir, 'cache', kept, 'apple-touch-icon.png');
  expect((await readFile(file)).equals(Buffer.from(await drawn.arrayBuffer()))).toBe(true);

  writeBrand(dataDir, { ...ownFacts, name: 'BuiltInGhana' });
  const second = await start();
  expect(second.home).toContain('BuiltInGhana');
  expect(second.home).toContain(icon);
  expect(second.etag).not.toBe(first.etag);
  // The worker differs in its version alone, so browsers that hold the site offer the new one.
  expect(second.worker).not.toBe(first.worker);
  expect(second.worker.replace(/^self\.brand="\w+";/, '')).toBe(
    first.worker.replace(/^self\.brand="\w+";/, ''),
  );
});

test('Refuses to start with a fault in the files, in one line', async () => {
  writeBrand(dataDir, { colours: { dark: { accent: '#222222' } } });
  const refused = await runCommand('src/main.ts', { DATA_DIR: dataDir });
  expect(refused).toEqual({
    code: 1,
    said: `${join(dataDir, 'brand/brand.json')}: colours.dark.onAccent #08140d on colours.dark.accent #222222 has a contrast of 1.18:1, and text of buttons needs 4.5:1. Set the two further apart.\n`,
    told: '',
  });
  expect(await runCommand('scripts/doctor.ts', { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    told: expect.stringContaining('colours.dark.accent #222222') as unknown,
  });
  writeBrand(dataDir);
  await writeFile(join(dataDir, 'brand/logo.svg'), '<svg viewBox="0 0 20 10"></svg>');
  expect(await runCommand('src/main.ts', { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^\S+\/brand\/logo\.svg: .+\.\n$/) as unknown,
  });
});
