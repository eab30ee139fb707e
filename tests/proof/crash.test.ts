// Property: kills of any process at any moment lose no acknowledged write, store no partial write, and leave no
// unreferenced file. 200 people list apps with pictures, change, report and delete them, and release versions, until
// the server is killed; a ledger outside of it records the answers.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compose, openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { loadAuthSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import { changeCategoriesUntil, compareCategories, newCategories } from '../support/crash-categories.ts';
import { countIncomplete, filesAndRows, findAll, integrityFaults } from '../support/crash-checks.ts';
import { staffOf, type Staff } from '../support/crash-desk.ts';
import { compareHolders, holdUntil, isLockedOut, newHolder, type Holder } from '../support/crash-holders.ts';
import { compare, newLedger, type Ledger } from '../support/crash-ledger.ts';
import {
  makeStaff,
  untilAcknowledged,
  untilDone,
  untilOneOfEach,
  untilReady,
} from '../support/crash-rounds.ts';
import { writeUntil } from '../support/crash-writers.ts';
import { startPostgres, type PostgresServer } from '../support/embedded-postgres.ts';
import { emailOf, logInAgain, signUpRemotely } from '../support/remote-person.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { bothEngines } from '../support/test-product.ts';

const writers = 200;
/** In every fourth round, on PostgreSQL in every second one, so that each of them comes further. */
const fewWriters = 20;
const people = 4;
const staffCount = 3;
const holderCount = 8;
const authSecret = 'the same before and after each of the kills';
/** Kinds of writes that a run of this size has to contain. */
const kinds = [
  ...['app', 'release', 'report', 'deletion', 'decision: limit', 'appeal', 'appeal: none', 'appeal: restore'],
  ...['category added', 'category merged', 'category renamed'],
  ...['bulk: limit', 'bulk: undo', 'factor added', 'recovery code used', 'suspension', 'suspension undone'],
];
/** They come after many others, so that in the rounds with fewer writers the kill waits for one of each. */
const slowKinds = [
  ['category added', 'category merged', 'category renamed'],
  ['suspension', 'suspension undone'],
];
/** Access tokens are valid for 15 minutes. */
const loginEveryMs = 10 * 60_000;

describe.each(bothEngines)('Crashes on %s', (engine) => {
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
    AUTH_SECRET: authSecret,
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
    const categories = newCategories();
    const wrong: string[] = [];
    const killed = { server: 0, database: 0, both: 0 };
    let tokens: string[] = [];
    let staff: Staff[] = [];
    let holders: Holder[] = [];
    const secret = loadAuthSecret(authSecret, dataDir);
    let loggedIn = Number.NEGATIVE_INFINITY;
    let incomplete = 0;
    let toRestart = 0;

    for (let round = 0; round < rounds; round += 1) {
      if (tokens.length === 0) {
        for (let person = 0; person < people; person += 1)
          tokens.push(await signUpRemotely(server.origin, dataDir));
        for (let person = 0; person < staffCount; person += 1)
          staff.push(staffOf(await signUpRemotely(server.origin, dataDir)));
        loggedIn = performance.now();
      } else if (performance.now() - loggedIn > loginEveryMs) {
        tokens = await Promise.all(tokens.map((access) => logInAgain(server.origin, access)));
        const renewed = await Promise.all(staff.map(({ access }) => logInAgain(server.origin, access)));
        staff = renewed.map(staffOf);
        loggedIn = performance.now();
      }
      holders = holders.filter((holder) => !isLockedOut(holder));
      while (holders.length < holderCount) {
        const access = await signUpRemotely(server.origin, dataDir);
        const holder = newHolder({ id: staffOf(access).id, email: emailOf(access), access });
        const isOver = () => holder.state.hasFactor;
        await holdUntil({ ledger, holder, origin: server.origin, staff, isOver });
        holders.push(holder);
      }
      await makeStaff(env(), staff);
      const kill =
        postgres === undefined || round % 2 === 0 ? 'server' : round % 4 === 1 ? 'database' : 'both';
      const state = { over: false };
      const isCalm = round % 4 === 3 || (postgres !== undefined && round % 4 === 2);
      const work = Array.from({ length: isCalm ? fewWriters : writers }, (_, writer) =>
        writeUntil({
          ledger,
          categories,
          writer,
          origin: server.origin,
          access: tokens[writer % people] ?? '',
          reporter: tokens[(writer + 1) % people] ?? '',
          desk: { secret, staff },
          jpegs,
          isOver: () => state.over,
        }),
      );
      for (const holder of holders)
        work.push(holdUntil({ ledger, holder, origin: server.origin, staff, isOver: () => state.over }));
      const [{ access } = expect.fail('There is no staff.')] = staff;
      work.push(
        changeCategoriesUntil({
          ledger,
          categories,
          access,
          origin: server.origin,
          isOver: () => state.over,
        }),
      );
      if (isCalm) await untilOneOfEach(ledger, slowKinds);
      await untilAcknowledged(ledger, Math.random() * (postgres ? 60 : 300));
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
        const found = [
          ...compare(ledger, await findAll(db)),
          ...(await compareCategories(db, { ledger, categories, isAtRest: false })),
          ...(await compareHolders(db, holders)),
        ];
        wrong.push(...found.map((text) => `round ${round}: ${text}`));
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
    const db = await openDatabase(parseConfig(env()));
    try {
      await untilDone(db);
      const found = [
        ...compare(ledger, await findAll(db)),
        ...(await compareCategories(db, { ledger, categories, isAtRest: true })),
      ];
      wrong.push(...found.map((text) => `at the end: ${text}`));
      incomplete += await countIncomplete(db.read);
    } finally {
      await db.close();
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
          `${ledger.entries.size} apps with ${countReports(ledger)} reports; ` +
          `${JSON.stringify(Object.fromEntries([...ledger.kinds].sort()))}; integrity: ${faults.length} faults; ` +
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
      if (rounds >= 50) expect([...ledger.kinds.keys()]).toEqual(expect.arrayContaining(kinds));
    } finally {
      vi.unstubAllEnvs();
      await product.close();
    }
  }, 7_200_000);
});

const countReports = ({ entries }: Ledger): number =>
  [...entries.values()].reduce((sum, { state }) => sum + (state?.reports ?? 0), 0);
