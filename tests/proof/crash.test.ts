// Property: kills of any process at any moment lose no acknowledged write, store no partial write, and leave no
// unreferenced file. 200 people list apps with pictures, change and delete them, and release versions, until the
// server is killed; a ledger outside of it records the answers.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compose, openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { countIncomplete, filesAndRows, findAll, integrityFaults } from '../support/crash-checks.ts';
import { compare, newLedger, writeUntil, type Ledger } from '../support/crash-writers.ts';
import { startPostgres, type PostgresServer } from '../support/embedded-postgres.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { engines } from '../support/test-product.ts';

const writers = 200;
const people = 4;
/** Access tokens are valid for 15 minutes. */
const loginEveryMs = 10 * 60_000;

describe.each(engines)('Crashes on %s', (engine) => {
  const rounds = scaled(100);
  let folder: string;
  let dataDir: string;
  let uploads: string;
  let postgres: PostgresServer | undefined;
  let postgresFolder = '';
  let server: ServerProcess;

  const env = () => ({
    DATA_DIR: dataDir,
    TMPDIR: uploads,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-crash-'));
    dataDir = join(folder, 'data');
    uploads = join(folder, 'uploads');
    await mkdir(uploads);
    // With fsync on, so that an acknowledged write is in the file. PostgreSQL runs as another user, in its own folder.
    if (engine === 'postgres') {
      postgresFolder = await mkdtemp(join(tmpdir(), 'naijabuilt-crash-pg-'));
      postgres = await startPostgres(postgresFolder);
    }
    server = await startServer(env());
  }, 180_000);
  afterEach(async () => {
    await server.stop('SIGKILL');
    await postgres?.stop();
    postgres = undefined;
    for (const one of [folder, postgresFolder].filter(Boolean))
      await rm(one, { recursive: true, force: true });
  });

  test(`Loses no acknowledged write in ${rounds} kills under ${writers} writers`, async () => {
    const jpegs = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sharp({ create: { width: 40 + index, height: 60, channels: 3, background: '#0a7a4a' } })
          .jpeg()
          .toBuffer(),
      ),
    );
    const ledger = newLedger();
    const wrong: string[] = [];
    const killed = { server: 0, database: 0, both: 0 };
    let tokens: string[] = [];
    let loggedIn = Number.NEGATIVE_INFINITY;
    let incomplete = 0;
    let toRestart = 0;

    for (let round = 0; round < rounds; round += 1) {
      if (tokens.length === 0) {
        for (let person = 0; person < people; person += 1)
          tokens.push(await signUpRemotely(server.origin, dataDir));
        loggedIn = performance.now();
      } else if (performance.now() - loggedIn > loginEveryMs) {
        tokens = await Promise.all(tokens.map((access) => renew(server.origin, access)));
        loggedIn = performance.now();
      }
      const kill =
        postgres === undefined || round % 2 === 0 ? 'server' : round % 4 === 1 ? 'database' : 'both';
      const state = { over: false };
      const work = Array.from({ length: writers }, (_, writer) =>
        writeUntil({
          ledger,
          writer,
          origin: server.origin,
          access: tokens[writer % people] ?? '',
          jpegs,
          isOver: () => state.over,
        }),
      );
      await untilAcknowledged(ledger, Math.random() * (postgres ? 40 : 200));
      killed[kill] += 1;
      const stopped: Promise<void>[] = [];
      if (kill !== 'database') stopped.push(server.stop('SIGKILL'));
      if (postgres && kill !== 'server') stopped.push(postgres.kill());
      state.over = true;
      await Promise.all(stopped);
      await Promise.all(work);

      const began = performance.now();
      if (kill !== 'server') await postgres?.start();
      if (kill !== 'database') server = await startServer(env());
      else await untilReady(server.origin);
      toRestart = Math.max(toRestart, performance.now() - began);
      const db = await openDatabase(parseConfig(env()));
      try {
        wrong.push(...compare(ledger, await findAll(db.read)).map((text) => `round ${round}: ${text}`));
        incomplete += await countIncomplete(db.read);
      } finally {
        await db.close();
      }
      if (round % 10 === 9 || wrong.length > 0)
        console.log(
          `${engine}, ${round + 1} kills: ${ledger.acknowledged} acknowledged, ${ledger.unanswered} unanswered, ` +
            `${ledger.entries.size} apps, ${wrong.length} wrong, ${incomplete} incomplete`,
        );
    }
    await server.stop('SIGKILL');

    // The sweep skips files younger than an hour, which may belong to an upload in progress.
    const product = await compose(parseConfig(env()), { clock: () => Date.now() + 2 * 60 * 60_000 });
    vi.stubEnv('TMPDIR', uploads);
    try {
      const faults = await integrityFaults(product);
      const before = await filesAndRows(product, join(dataDir, 'media', 'incoming'), uploads);
      await product.sweep();
      const after = await filesAndRows(product, join(dataDir, 'media', 'incoming'), uploads);
      console.log(
        `${engine}: ${rounds} kills (${JSON.stringify(killed)}), ${ledger.acknowledged} acknowledged writes, ` +
          `${wrong.length} lost or changed, ${incomplete} incomplete, ${ledger.unanswered} without an answer, ` +
          `${ledger.entries.size} apps; integrity: ${faults.length} faults; ` +
          `${before.orphans.length} orphan files before a sweep, ${after.orphans.length} after it, ` +
          `${after.missing.length} of ${after.files} missing; slowest restart ${toRestart.toFixed(0)} ms`,
      );
      expect(wrong).toEqual([]);
      expect(ledger.unexpected).toEqual([]);
      expect(incomplete).toBe(0);
      expect(faults).toEqual([]);
      expect(after.missing).toEqual([]);
      expect(after.orphans).toEqual([]);
      expect(ledger.acknowledged).toBeGreaterThan(rounds * 10);
    } finally {
      vi.unstubAllEnvs();
      await product.close();
    }
  }, 3_600_000);
});

/** Logs the person of an access token in again. */
async function renew(origin: string, access: string): Promise<string> {
  const { email } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
    email: string;
  };
  const answer = await fetch(`${origin}/api/v1/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  return ((await answer.json()) as { access: string }).access;
}

/** Waits for this number of further writes, but at most ten seconds. */
async function untilAcknowledged(ledger: Ledger, writes: number): Promise<void> {
  const wanted = ledger.acknowledged + writes;
  const deadline = performance.now() + 10_000;
  do await sleep(Math.random() * 20);
  while (ledger.acknowledged < wanted && performance.now() < deadline);
}

async function untilReady(origin: string): Promise<void> {
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await sleep(20);
}
