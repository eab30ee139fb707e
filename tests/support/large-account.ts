// An account with any number of listings, created without the API, and the requests of its owner.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { compose, openDatabase } from '../../src/compose.ts';
import { fullHashCost, hashPassword } from '../../src/lib/server/accounts/passwords/passwords.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { seedDirectory } from '../../scripts/seed/synthetic-directory.ts';
import { startServer, type ServerProcess } from './server-process.ts';

export const password = 'correct horse battery';

export interface LargeAccount {
  id: string;
  email: string;
}

/** @param pictures number of pictures of each kind, which the listings share: each takes part of a second to encode */
export async function makeLargeAccount(
  env: Record<string, string>,
  apps: number,
  pictures = 4,
): Promise<LargeAccount> {
  const product = await compose(parseConfig(env));
  try {
    await seedDirectory(product.db, product.services.media, { apps, users: 1, pictures }, () => undefined);
    // Apps of others, so that the lists are not empty without the account.
    await seedDirectory(
      product.db,
      product.services.media,
      { apps: 200, users: 20, pictures },
      () => undefined,
    );
    const [owner] = await product.db.read
      .selectFrom('apps')
      .select(({ fn }) => ['owner_id as id', fn.countAll().as('apps')])
      .groupBy('owner_id')
      .orderBy('apps', 'desc')
      .limit(1)
      .execute();
    if (!owner) throw new Error('No apps were seeded.');
    const email = 'large@example.com';
    const columns = {
      email,
      email_key: email,
      firstname: 'Largeowner',
      password_hash: await hashPassword(password, new Uint8Array(16), fullHashCost, null),
    };
    await product.db.write((trx) =>
      trx.updateTable('users').set(columns).where('id', '=', owner.id).execute(),
    );
    return { id: owner.id, email };
  } finally {
    await product.close();
  }
}

/** Starts a server and watches its main thread. */
export async function startWatched(
  env: Record<string, string>,
  watchFile: string,
): Promise<ServerProcess & { longestStop(): Promise<number> }> {
  const watch = pathToFileURL(resolve('tests/support/loop-watch.ts')).href;
  const server = await startServer({
    ...env,
    NODE_OPTIONS: `--import=${watch}`,
    LOOP_WATCH_FILE: watchFile,
  });
  return {
    ...server,
    /** The longest time in milliseconds that the main thread was blocked, after its first two seconds. */
    async longestStop() {
      const seconds = JSON.parse(await readFile(watchFile, 'utf8').catch(() => '[]')) as { max: number }[];
      return Math.max(0, ...seconds.slice(2).map(({ max }) => max));
    },
  };
}

/** The owner's requests. */
export function ownerOf(origin: () => string, { id, email }: LargeAccount) {
  const api = async (method: string, path: string, json: unknown, access?: string) =>
    await fetch(`${origin()}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  const access = async (): Promise<string> => {
    const answer = await api('POST', '/token/', { email, password });
    if (!answer.ok) throw new Error(`Logging in: ${answer.status}`);
    return ((await answer.json()) as { access: string }).access;
  };
  const own = async (method: string, path: string, json?: unknown) => {
    const answer = await api(method, `/user/${id}/${path}`, json, await access());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    rename: (firstname: string) => own('PATCH', '', { firstname }),
    startExport: async () =>
      (await (await own('POST', 'export/', { password })).json()) as {
        state: string;
        done: number;
        total: number;
        token: string | null;
      },
    exportState: async () =>
      (await (await own('GET', 'export/')).json()) as { state: string; done: number; total: number },
    download: (token: string) => api('POST', `/user/${id}/export/download/`, { token }),
    delete: () => own('POST', 'delete/', { password }),
  };
}

/** Opens the database beside the server. */
export async function withDatabase<Result>(
  env: Record<string, string>,
  work: (db: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(parseConfig(env));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export async function hasJob(
  env: Record<string, string>,
  kind: 'delete-account' | 'export' | 'reindex-owner',
) {
  return await withDatabase(env, async ({ read }) => {
    const job = await read
      .selectFrom('jobs')
      .select(['id'])
      .where('kind', '=', kind)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    return job !== undefined;
  });
}
