// The bootstrap of the npm scripts when the project's own Node cannot start.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';

test("Names the package when the project's own Node lacks a library", async () => {
  const project = await mkdtemp(join(tmpdir(), 'naijabuilt-bootstrap-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const bin = join(project, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(project, 'scripts'));
  for (const file of ['bootstrap.mjs', 'node-settings.mjs'])
    await copyFile(join('scripts', file), join(project, 'scripts', file));
  await copyFile('package-lock.json', join(project, 'package-lock.json'));
  const sum = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  writeFileSync(join(project, 'node_modules', '.installed'), sum);
  const loader =
    'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory';
  writeFileSync(join(bin, 'node'), `#!/bin/sh\necho '${loader}' >&2\nexit 127\n`);
  chmodSync(join(bin, 'node'), 0o755);
  const { code, said } = await runCommand(
    join(project, 'scripts', 'bootstrap.mjs'),
    {},
    {
      args: ['doctor'],
    },
  );
  expect(code).toBe(127);
  expect(said.trim().split('\n').at(-1)).toBe(
    "The project's own Node needs libatomic.so.1, which this machine lacks. On Debian and Ubuntu: apt-get install libatomic1",
  );
});
