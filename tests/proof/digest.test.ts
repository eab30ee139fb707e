// Property: the weekly mails reach each of 10,000 followers once, although the server is killed while it writes and
// sends them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compose, type Product } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { cheapHashCost } from '../support/hash-cost.ts';
import { mailsIn } from '../support/mailbox.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { createOwner, newApp } from '../support/test-product.ts';

const followers = scaled(10_000);
const chunk = 200;
const kills = 6;
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
/** The last Monday at six in Lagos. */
const monday = Date.UTC(2026, 0, 5, 5) + Math.floor((Date.now() - Date.UTC(2026, 0, 5, 5)) / weekMs) * weekMs;

let dataDir: string;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-digest-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const env = () => ({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' });

/** Opens the directory beside no server. */
async function withProduct<Result>(
  clock: () => number,
  use: (product: Product) => Promise<Result>,
): Promise<Result> {
  const product = await compose(parseConfig(env()), {
    clock,
    hashCost: cheapHashCost,
    wakeMail: () => undefined,
  });
  try {
    return await use(product);
  } finally {
    await product.close();
  }
}

/** Copies an account, all of which follow the app. */
async function addFollowers(product: Product, accountId: string, appId: string): Promise<void> {
  const row = await product.db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < followers; from += chunk) {
    const ids = Array.from({ length: Math.min(chunk, followers - from) }, (_, index) => from + index);
    const users = ids.map((index) => {
      const email = `follower${String(index)}@example.com`;
      const id = `follower-${String(index).padStart(8, '0')}`;
      return { ...row, id, email, email_key: email };
    });
    await product.db.write(async (trx) => {
      await trx.insertInto('users').values(users).execute();
      const subject = `app:${appId}` as const;
      await trx
        .insertInto('follows')
        .values(users.map(({ id }) => ({ user_id: id, subject, created_at: 1 })))
        .execute();
      const mails = { seen_at: 0, release_mail: 'weekly', app_mail: 'weekly' } as const;
      await trx
        .insertInto('notice_settings')
        .values(users.map(({ id }) => ({ user_id: id, ...mails })))
        .execute();
    });
  }
}

const countLeft = async (): Promise<{ jobs: number; written: number; waiting: number }> =>
  await withProduct(Date.now, async ({ db }) => {
    const jobs = await db.read.selectFrom('jobs').select('id').where('kind', '=', 'follow-mails').execute();
    const mails = await db.read.selectFrom('outbox').select(['id', 'sent_at']).execute();
    return {
      jobs: jobs.length,
      written: mails.length,
      waiting: mails.filter(({ sent_at }) => sent_at === null).length,
    };
  });

test(
  `Mails each of ${String(followers)} followers once, through ${String(kills)} kills`,
  { timeout: 1_800_000 },
  async () => {
    let now = monday - weekMs + hourMs;
    await withProduct(
      () => now,
      async (product) => {
        const { apps, follows, versions } = product.services;
        const owner = await createOwner(product);
        const { id } = await apps.publishApp(newApp(owner));
        await addFollowers(product, owner, id);
        await follows.beginMails();
        now = monday - 24 * hourMs;
        await versions.addVersion({
          appId: id,
          version: '2.0.0',
          releaseDate: null,
          latestFeature: 'Dates.',
        });
        now = monday + hourMs;
        await follows.beginMails();
      },
    );
    const progress: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      server = await startServer(env());
      // The longer, the further it has come: some kills hit the writing, some the sending.
      await sleep(1_500 + kill * 1_500);
      await server.stop('SIGKILL');
      const left = await countLeft();
      progress.push(`${String(left.written)}/${String(left.waiting)}`);
    }
    server = await startServer(env());
    for (;;) {
      await sleep(5_000);
      const sent = (await mailsIn(dataDir)).length;
      // A mail or a job that a killed server had claimed is taken again after two minutes.
      if (sent >= followers) break;
    }
    await server.stop();
    const { jobs, waiting, written } = await countLeft();
    const mails = await mailsIn(dataDir);
    const byAddress = Map.groupBy(mails, ({ to }) => to);
    const twice = [...byAddress.values()].filter((some) => some.length > 1).length;
    const missed = followers - byAddress.size;
    console.log(
      `${String(followers)} followers, ${String(kills)} kills (written/waiting after each: ${progress.join(', ')}): ` +
        `${String(twice)} twice, ${String(missed)} missed`,
    );
    expect({ jobs, twice, missed, written }).toEqual({ jobs: 0, twice: 0, missed: 0, written: followers });
    expect(waiting).toBe(0);
    expect(mails[0]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  },
);
