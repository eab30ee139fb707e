// Property: an update can be rolled back. The last released version (without a release: the code of the day before)
// serves a directory that this version has used, and this version continues with what the older one wrote.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../support/connection.ts';
import { createApp } from '../support/fresh-everywhere.ts';
import { createDatabase, type FreshDatabase } from '../support/fresh-database.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startServer } from '../support/server-process.ts';
import { bothEngines } from '../support/test-product.ts';
import { postgresUrl } from '../support/postgres-url.ts';

const run = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args);
  return stdout.trim();
}

/** The last tag before this commit. Without one the last commit that is a day older, whose code differs from this. */
async function versionBefore(): Promise<string> {
  const tags = await git(
    ...['tag', '--list', 'v*', '--sort=-v:refname'],
    // Not the tag of this commit, where it is that of a release.
    ...['--merged', 'HEAD', '--no-contains', 'HEAD'],
  );
  const [tag = ''] = tags.split('\n');
  if (tag !== '') return tag;
  const dayBefore = Number(await git('log', '-1', '--format=%ct')) - 86_400;
  const commit = await git('rev-list', '-1', `--before=${String(dayBefore)}`, 'HEAD');
  if (commit === '') throw new Error('The repository has neither a tag nor a commit of the day before.');
  return commit.slice(0, 8);
}

/** How many migrations of this version the other one does not know. */
async function newMigrations(ref: string): Promise<number> {
  const folder = 'src/lib/server/platform/db/migrations';
  const added = await git('diff', '--name-only', '--diff-filter=A', ref, 'HEAD', '--', folder);
  return added.split('\n').filter((file) => /\/\d{3}-[^/]+\.ts$/.test(file)).length;
}

describe.each(bothEngines)('The version before on %s', (engine) => {
  let folder: string;
  let database: FreshDatabase | null;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-before-'));
    database = engine === 'postgres' ? await createDatabase(await postgresUrl()) : null;
  });
  afterEach(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Checks out and builds another version, with its own packages if they differ from these. */
  async function checkOut(ref: string): Promise<string> {
    const checkout = join(folder, 'before');
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', process.cwd(), checkout]);
    await run('git', ['checkout', '--quiet', ref], { cwd: checkout });
    const same =
      readFileSync('package-lock.json', 'utf8') === readFileSync(join(checkout, 'package-lock.json'), 'utf8');
    if (same) symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
    else
      await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: checkout,
      });
    // In the tests' environment the islands would be built for development.
    const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined };
    await run(process.execPath, ['scripts/build.ts'], { cwd: checkout, env });
    return checkout;
  }

  /** Starts a version, lists an app with it, and returns the apps that it shows. */
  async function useVersion(cwd: string, name: string): Promise<string[]> {
    const server = await startServer(
      {
        DATA_DIR: join(folder, 'data'),
        SAMPLE_DATA: 'off',
        RATE_LIMIT: 'off',
        ...(database && { DATABASE_URL: database.url }),
      },
      { cwd },
    );
    try {
      const access = await signUpRemotely(server.origin, join(folder, 'data'));
      const connection = connect(server.origin);
      await createApp(connection, access, name);
      connection.close();
      const answer = await fetch(`${server.origin}/api/v1/app/`);
      const { results } = (await answer.json()) as { results: { name: string }[] };
      const page = await fetch(`${server.origin}/apps`);
      expect(page.status).toBe(200);
      for (const app of results) expect(await page.clone().text()).toContain(app.name);
      return results.map((app) => app.name);
    } finally {
      await server.stop();
    }
  }

  test('Serves and writes to the directory of this version, which then goes on with it', async () => {
    const ref = await versionBefore();
    const before = await checkOut(ref);
    const newer = String(await newMigrations(ref));
    console.log(`${engine}: this version (${newer} more migrations), then ${ref}, then this version`);
    expect(await useVersion(process.cwd(), 'First of all')).toEqual(['First of all']);
    expect(await useVersion(before, 'Second of all')).toEqual(['Second of all', 'First of all']);
    expect(await useVersion(process.cwd(), 'Third of all')).toEqual([
      'Third of all',
      'Second of all',
      'First of all',
    ]);
  }, 600_000);
});
