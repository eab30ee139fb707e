// node scripts/bench/merge.ts: merges a category that every listing of a large directory has, on SQLite. Shows how long
// it takes, and what writers and readers of the home page notice. The directory is filled once, below bench-results/.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { DeskCategories } from '../../src/lib/shared/schemas/moderation/categories.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { staffOf } from '../../tests/support/crash-desk.ts';
import { makeStaff } from '../../tests/support/crash-rounds.ts';
import { signUpRemotely } from '../../tests/support/remote-person.ts';
import { percentile, startServer } from '../../tests/support/server-process.ts';
import { readSteadily } from './read-steadily.ts';
import { seeded } from './seeded.ts';

const apps = Number(process.argv[2] ?? 100_000);
const [from, into] = ['Music', 'Games'];
const seconds = 20;

/** Gives every listing the category `from` in place of its first one, and its facets with it. */
function crowd(file: string): void {
  const db = new BetterSqlite(file);
  db.exec(`begin;
    delete from search_facets where category = '${from}';
    delete from app_categories where category = '${from}';
    create temp table firsts as select app_id, category from app_categories a
      where position = (select min(position) from app_categories b where b.app_id = a.app_id);
    create temp table added as select * from search_facets where category = '';
    update added set category = '${from}';
    insert into search_facets select * from added;
    delete from search_facets where (app_id, category) in (select app_id, category from firsts);
    delete from app_categories where (app_id, category) in (select app_id, category from firsts);
    insert into app_categories (app_id, category, position, app_created_at)
      select id, '${from}', 0, created_at from apps;
    update search_entries set facets = null;
    commit`);
  db.close();
}

/** A start fills in the facets that `crowd` took away, which would be part of the measurement. */
async function untilFilled(file: string): Promise<void> {
  const db = new BetterSqlite(file, { readonly: true });
  const lacking = db.prepare('select 1 from search_entries where facets is null limit 1');
  while (lacking.get() !== undefined) await sleep(500);
  db.close();
}

const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-merge-'));
const dataDir = join(folder, 'data');
await cp(seeded(apps), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
crowd(databaseFile(dataDir));
const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' };
const server = await startServer(env);
try {
  await untilFilled(databaseFile(dataDir));
  const access = await signUpRemotely(server.origin, dataDir);
  await makeStaff(env, [staffOf(access)]);
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const api = async <Body>(method: string, path: string, json?: object): Promise<Body> => {
    const body = json && JSON.stringify(json);
    const answer = await fetch(`${server.origin}/api/v1${path}`, { method, headers, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const categories = async () => (await api<DeskCategories>('GET', '/desk/categories/')).categories;
  const facts = { description: 'New.', website: 'https://myapp.ng', category: 'Books' };
  const own = await api<{ id: string }>('POST', '/app/', { name: 'Written beside a merge', ...facts });

  /** Changes one listing again and again. @returns milliseconds of each change */
  async function writeWhile(isOver: () => boolean): Promise<number[]> {
    const times: number[] = [];
    for (let count = 0; !isOver(); count += 1) {
      const began = performance.now();
      await api('PATCH', `/app/${own.id}/`, { description: `Changed ${String(count)}.` });
      times.push(performance.now() - began);
      await sleep(50);
    }
    return times;
  }

  async function measure(what: string): Promise<void> {
    const state = { over: false };
    const writing = writeWhile(() => state.over);
    const home = await readSteadily(`${server.origin}/`, { connections: 4, perSecond: 50, seconds });
    state.over = true;
    const writes = await writing;
    const figures = (times: number[]) =>
      [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1)).join(' / ');
    console.log(`${what}: home page p50 / p99 / max ${figures(home)} ms, writes ${figures(writes)} ms`);
  }

  await measure('before');
  const before = await categories();
  const { id = '', version = 0, listings = 0 } = before.find(({ name }) => name === from) ?? {};
  const sum = (list: typeof before) =>
    list.filter(({ name }) => name === from || name === into).reduce((all, one) => all + one.listings, 0);
  console.log(`${from} has ${String(listings)} listings, both together ${String(sum(before))}`);
  const began = performance.now();
  await api('POST', `/desk/categories/${id}/merge/`, { version, into: into.toLowerCase() });
  console.log(`answered after ${(performance.now() - began).toFixed(0)} ms`);
  const state = { over: false };
  const measuring = (async () => {
    while (!state.over) await measure('meanwhile');
  })();
  for (;;) {
    const now = await categories();
    const page = await fetch(`${server.origin}/apps?category=${id}`, { redirect: 'manual' });
    await page.arrayBuffer();
    const left = now.find((one) => one.id === id)?.listings;
    const at = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${at} s: ${String(left ?? 0)} left, both ${String(sum(now))}, the old list answers ${String(page.status)}`,
    );
    if (left === undefined) break;
    await sleep(5_000);
  }
  state.over = true;
  await measuring;
} finally {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
