import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { claimDirectory, lockFile, takeDirectory, useDirectory } from './directory-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('Many processes may share a directory, and none can lock it exclusively meanwhile', () => {
  const users = [useDirectory(folder), useDirectory(folder)];
  expect(takeDirectory(folder)).toBeNull();
  users[0]?.release();
  expect(takeDirectory(folder)).toBeNull();
  users[1]?.release();
  const alone = takeDirectory(folder);
  expect(alone).not.toBeNull();
  expect(takeDirectory(folder)).toBeNull();
  expect(() => useDirectory(folder)).toThrow(ConfigError);
  alone?.release();
  useDirectory(folder).release();
});

const place = () => ({ dataDir: folder, databaseUrl: undefined });

test('One process at a time serves a directory, and commands may use it beside the server', () => {
  const claim = claimDirectory(place());
  expect(() => claimDirectory(place())).toThrow(
    new ConfigError(
      `DATA_DIR=${folder}: a server runs there already (process ${process.pid}). Stop it, or set DATA_DIR to another folder.`,
    ),
  );
  useDirectory(folder).release();
  claim.release();
  expect(existsSync(join(folder, 'server.pid'))).toBe(false);
  claimDirectory(place()).release();
  const nodes = { ...place(), databaseUrl: 'postgres://database/apps' };
  for (const lock of [claimDirectory(nodes), claimDirectory(nodes)]) lock.release();
});

test('A lock that nothing refers to is held when memory is collected', async () => {
  const module = new URL('directory-lock.ts', import.meta.url).href;
  const code = `const { lockFile } = await import(${JSON.stringify(module)});
    lockFile(${JSON.stringify(join(folder, 'a.lock'))}, 'exclusive');
    await new Promise((resolve) => setImmediate(resolve));
    gc();
    await new Promise((resolve) => setImmediate(resolve));
    console.log('collected');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(lockFile(join(folder, 'a.lock'), 'exclusive')).toBeNull();
});

test.each(['shared', 'exclusive'])(
  'The %s lock ends with its process, even one that is killed',
  async (kind) => {
    const module = new URL('directory-lock.ts', import.meta.url).href;
    const code = `const { lockFile } = await import(${JSON.stringify(module)});
    console.log(lockFile(${JSON.stringify(join(folder, 'a.lock'))}, '${kind}') !== null);
    setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('true\n');
    expect(lockFile(join(folder, 'a.lock'), 'exclusive')).toBeNull();
    child.kill('SIGKILL');
    await exited;
    const after = lockFile(join(folder, 'a.lock'), 'exclusive');
    expect(after).not.toBeNull();
    after?.release();
  },
);
