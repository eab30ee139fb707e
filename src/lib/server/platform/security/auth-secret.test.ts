import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadAuthSecret } from './auth-secret.ts';
import { ConfigError } from '../errors.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'naijabuilt-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'auth-secret');

describe('A generated secret', () => {
  test('Creates the secret once, readable by its owner only, and reads it again later', async () => {
    const made = await loadAuthSecret(undefined, folder);
    expect(made).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(['auth-secret']);
    expect(readFileSync(file(), 'utf8')).toHaveLength(64);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await loadAuthSecret(undefined, folder)).toEqual(made);
  });

  test('Is that of the first of two processes that start together', async () => {
    const second = loadAuthSecret(undefined, folder);
    writeFileSync(file(), 'x'.repeat(64));
    expect(await second).toEqual(await loadAuthSecret('x'.repeat(64), folder));
    expect(readdirSync(folder)).toEqual(['auth-secret']);
  });

  // A power cut or a full disk at the first start of an older version left such files.
  test.each(['', '\n', 'x'.repeat(31)])(
    'Refuses a file of the secret of which only %j is left',
    async (text) => {
      writeFileSync(file(), text);
      await expect(loadAuthSecret(undefined, folder)).rejects.toThrow(ConfigError);
      await expect(loadAuthSecret(undefined, folder)).rejects.toThrow(file());
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );

  test('Does not read the generated secret if one is configured', async () => {
    writeFileSync(file(), '');
    expect(await loadAuthSecret('a'.repeat(32), folder)).toHaveLength(32);
  });
});
