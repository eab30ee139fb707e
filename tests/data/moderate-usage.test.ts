// Answers of the operator's command to wrong arguments.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runModerate } from '../../scripts/data/run-moderate.ts';
import { asFunction, asProcess } from '../support/operator-command.ts';

const moderate = asFunction(runModerate);

describe('npm run moderate', () => {
  test.each([
    [[]],
    [['vanish', 'x']],
    [['hide', 'x']],
    [['hide', '--reason', 'Spam']],
    [['hide', 'x', 'y', '--reason', 'Spam']],
    [['restore', 'x', '--reason', 'Spam']],
    [['list', 'x']],
    [['hide', 'x', '--force']],
    [['constructor']],
  ])('Prints its usage for the arguments %j', async (args) => {
    const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-moderate-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    expect(await moderate({ DATA_DIR: folder }, ...args)).toEqual([
      2,
      expect.stringContaining('Usage: npm run moderate'),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('Prints its usage on request, and names a folder without a database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-moderate-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    expect(await asProcess('scripts/moderate.ts')({}, '--help')).toEqual([
      0,
      expect.stringContaining('Usage: npm run moderate'),
    ]);
    expect(await moderate({ DATA_DIR: folder }, 'list')).toEqual([
      1,
      `DATA_DIR=${folder}: there is no database. Set DATA_DIR to the directory of the site, or DATABASE_URL.\n`,
    ]);
    expect(await readdir(folder)).toEqual([]);
  });
});
