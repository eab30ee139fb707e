// Property: whatever is killed, and when, nothing that was acknowledged is lost, nothing is there by halves, and no
// file stays that nothing refers to. 200 people list apps with pictures, change and delete them, and release versions,
// until the server is killed; a ledger outside of it knows what they were told.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compose, openDatabase, type Product } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { ReadDb } from '../../src/lib/server/platform/db/database.ts';
import { compare, newLedger, writeUntil, type AppState, type Ledger } from '../support/crash-writers.ts';
import { startPostgres, type PostgresServer } from '../support/embedded-postgres.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { engines } from '../support/test-product.ts';

const writers = 200;
const people = 4;
/** Access tokens are good for 15 minutes. */
const loginEveryMs = 10 * 60_000;

/** Every app as a reader finds it, by its name. */
async function findAll(read: ReadDb): Promise<Map<string, { id: string; state: AppState }>> {
  const apps = await read.selectFrom('apps').select(['id', 'name', 'description']).execute();
  const versions = await read.selectFrom('versions').select(['app_id', 'version', 'is_current']).execute();
  const screenshots = await read.selectFrom('screenshots').select('app_id').execute();
  const versionsOf = Map.groupBy(versions, (row) => row.app_id);
  const screenshotsOf = Map.groupBy(screenshots, (row) => row.app_id);
  return new Map(
    apps.map(({ id, name, description }) => {
      const own = versionsOf.get(id) ?? [];
      const current = own.filter((row) => row.is_current === 1).map((row) => row.version);
      const pictures = screenshotsOf.get(id)?.length ?? 0;
      return [name, { id, state: { description, version: current.join(), releases: own.length, pictures } }];
    }),
  );
}

/** Apps that lack a part, or parts that lack their app: what a transaction that was cut in two would leave. */
async function countHalves(read: ReadDb): Promise<number> {
  const { rows } = await sql<{ halves: number }>`select
    (select count(*) from apps a where 1 <> (select count(*) from timeline t where t.app_id = a.id and t.category = 'LIST_APP'))
    + (select count(*) from apps a where 1 <> (select count(*) from search_entries e where e.app_id = a.id))
    + (select count(*) from media m where m.bytes = 0 and exists (select 1 from screenshots s where s.media_id = m.id))
    as halves`.execute(read as never);
  return Number(rows[0]?.halves);
}

/** What the engine itself finds wrong with its files. */
async function integrityFaults({ db }: Product): Promise<string[]> {
  const run = async (text: string): Promise<string[]> => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db.read as never);
    return rows.map((row) => JSON.stringify(row));
  };
  if (db.engine.name === 'sqlite') {
    const found = [...(await run('pragma integrity_check')), ...(await run('pragma foreign_key_check'))];
    // It throws where the index and its rows are at odds.
    await db.write((trx) =>
      sql`insert into search_index (search_index) values ('integrity-check')`
        .execute(trx)
        .then(() => undefined),
    );
    return found.filter((line) => line !== '{"integrity_check":"ok"}');
  }
  await db.write((trx) => sql`create extension if not exists amcheck`.execute(trx).then(() => undefined));
  const ofKind = (kind: string) => `from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_am a on a.oid = c.relam where n.nspname = 'public' and ${kind}`;
  // These throw.
  await run(`select bt_index_check(c.oid, true)::text ${ofKind("c.relkind = 'i' and a.amname = 'btree'")}`);
  await run(`select gin_index_check(c.oid)::text ${ofKind("c.relkind = 'i' and a.amname = 'gin'")}`);
  return await run(`select c.relname, v.msg from (select c.oid, c.relname ${ofKind("c.relkind = 'r'")}) c,
    lateral verify_heapam(c.oid) v`);
}

describe.each(engines)('crashes on %s', (engine) => {
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
    // With its syncs: an acknowledged write is in the file. A folder of its own: the server runs as another user.
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

  test(`${rounds} kills under ${writers} writers lose nothing that was acknowledged`, async () => {
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
    let halves = 0;
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
        halves += await countHalves(db.read);
      } finally {
        await db.close();
      }
      if (round % 10 === 9 || wrong.length > 0)
        console.log(
          `${engine}, ${round + 1} kills: ${ledger.acknowledged} acknowledged, ${ledger.unanswered} unanswered, ` +
            `${ledger.entries.size} apps, ${wrong.length} wrong, ${halves} halves`,
        );
    }
    await server.stop('SIGKILL');

    // The sweep leaves alone what is younger than an hour: it may be of an upload that is under way.
    const product = await compose(parseConfig(env()), { clock: () => Date.now() + 2 * 60 * 60_000 });
    vi.stubEnv('TMPDIR', uploads);
    try {
      const faults = await integrityFaults(product);
      const before = await filesAndRows(product);
      await product.sweep();
      const after = await filesAndRows(product);
      console.log(
        `${engine}: ${rounds} kills (${JSON.stringify(killed)}), ${ledger.acknowledged} acknowledged writes, ` +
          `${wrong.length} lost or changed, ${halves} halves, ${ledger.unanswered} without an answer, ` +
          `${ledger.entries.size} apps; integrity: ${faults.length} faults; ` +
          `${before.orphans.length} orphan files before a sweep, ${after.orphans.length} after it, ` +
          `${after.missing.length} of ${after.files} missing; slowest restart ${toRestart.toFixed(0)} ms`,
      );
      expect(wrong).toEqual([]);
      expect(ledger.unexpected).toEqual([]);
      expect(halves).toBe(0);
      expect(faults).toEqual([]);
      expect(after.missing).toEqual([]);
      expect(after.orphans).toEqual([]);
      expect(ledger.acknowledged).toBeGreaterThan(rounds * 10);
    } finally {
      vi.unstubAllEnvs();
      await product.close();
    }
  }, 3_600_000);

  /** Files of pictures against their rows, and what was under way when a process died. */
  async function filesAndRows({ db, storage }: Product) {
    const wanted = new Set<string>();
    for (const row of await db.read.selectFrom('media').selectAll().execute())
      for (const width of row.widths.split(','))
        for (const format of ['avif', 'webp', row.fallback]) wanted.add(`${row.id}-${width}.${format}`);
    const there = new Set<string>();
    for await (const { key } of storage.list()) there.add(key);
    const underWay = [...(await readdir(join(dataDir, 'media', 'incoming'))), ...(await readdir(uploads))];
    return {
      files: there.size,
      missing: [...wanted].filter((key) => !there.has(key)),
      orphans: [...[...there].filter((key) => !wanted.has(key)), ...underWay],
    };
  }
});

/** A token of a new session for whoever this one belongs to. */
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

/** Waits for so many more writes; on a machine that is busy not for ever. */
async function untilAcknowledged(ledger: Ledger, writes: number): Promise<void> {
  const wanted = ledger.acknowledged + writes;
  const deadline = performance.now() + 10_000;
  do await sleep(Math.random() * 20);
  while (ledger.acknowledged < wanted && performance.now() < deadline);
}

async function untilReady(origin: string): Promise<void> {
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await sleep(20);
}
