import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')(
  'Hashes for an ordinary user at a lower priority than its own',
  () => {
    const worker = JSON.stringify(join(import.meta.dirname, 'hash-worker.ts'));
    const task =
      "{ kind: 'hash', password: 'a', salt: new Uint8Array(16), memoryCost: 8, timeCost: 1, parallelism: 1 }";
    const script = `const { default: hash } = await import(${worker}); console.log(hash(${task}));`;
    const { stdout, stderr } = spawnSync(
      'nice',
      ['-n', '15', process.execPath, '--input-type=module', '--eval', script],
      // Root may raise a priority; the user nobody may not.
      { encoding: 'utf8', ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }) },
    );
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('$argon2id$')]);
  },
);
