// The flags that keep the server small (scripts/node-settings.mjs) reach the process that serves, however it is
// started.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFlags } from '../../scripts/node-settings.mjs';
import { startServer } from '../support/server-process.ts';

// The kernel's record of a process's command line; /proc exists on Linux only.
test.runIf(process.platform === 'linux')(
  'Passes every flag from npm start to the process that serves',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-settings-'));
    const listening = Promise.withResolvers<number>();
    const server = await startServer(
      { DATA_DIR: dataDir, SAMPLE_DATA: 'off', LOG_LEVEL: 'info' },
      {
        bootstrap: true,
        onLine(line) {
          // Messages for people are mixed with the lines of the log.
          if (!line.startsWith('{')) return;
          const { msg, server: pid } = JSON.parse(line) as { msg?: string; server?: number };
          if (msg === 'Listening' && pid !== undefined) listening.resolve(pid);
        },
      },
    );
    onTestFinished(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const pid = await listening.promise;
    // The bootstrap itself runs on the machine's Node, without flags.
    expect(pid).not.toBe(server.process.pid);
    const words = (await readFile(`/proc/${String(pid)}/cmdline`, 'utf8')).split('\0');
    expect(words).toContainEqual(expect.stringMatching(/^--heap-growing-percent=\d+$/));
    expect(words).toEqual(expect.arrayContaining(nodeFlags));
  },
);

test.each([
  ['deploy/naijabuilt.service', nodeFlags.join(' ')],
  ['Dockerfile', nodeFlags.map((flag) => `"${flag}"`).join(', ')],
])('%s starts the server with the same flags', async (file, flags) => {
  expect(await readFile(file, 'utf8')).toContain(flags);
});
