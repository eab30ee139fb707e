// npm run doctor: each broken set-up is found, with the sentence that says what to do. The site is a real process, its
// proxies and its name server listen on loopback.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { examineSetUp } from '../../scripts/data/examine-set-up.ts';
import { findAccountByEmail } from '../../src/lib/server/accounts/index.ts';
import { lastBackupSetting, lineOf } from '../../src/lib/server/doctor/index.ts';
import { findInClock, findOnDisk } from '../../src/lib/server/doctor/machine-findings.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { storeSetting } from '../../src/lib/server/platform/db/setting-queries.ts';
import { loadSampleData } from '../../src/sample-data/load-sample-data.ts';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';
import { withDatabase } from '../support/large-account.ts';
import { listen } from '../support/listen.ts';
import { startNameServer, type NameServer } from '../support/name-server.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { createTestProduct } from '../support/test-product.ts';

const records = new Map([
  ['apps.example.ng', 'v=spf1 mx -all'],
  ['mail._domainkey.apps.example.ng', 'v=DKIM1; k=rsa; p=MIIBIjANBg'],
  ['_dmarc.example.ng', 'v=DMARC1; p=quarantine'],
]);

describe('npm run doctor', () => {
  let folder: string;
  let server: ServerProcess;
  let names: NameServer;
  let env: Record<string, string>;
  const missing = new Set<string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-doctor-'));
    names = await startNameServer(
      () => [],
      (name) => (missing.has(name) ? [] : [records.get(name) ?? []].flat()),
    );
    env = {
      DATA_DIR: join(folder, 'data'),
      HOST: '0.0.0.0',
      SAMPLE_DATA: 'off',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'NaijaBuilt <hello@apps.example.ng>',
      CONTACT_EMAIL: 'hello@apps.example.ng',
      LEGAL_REVIEWED: '1',
    };
    server = await startServer(env);
    env['SITE_URL'] = server.origin;
    await noteBackup(Date.now());
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await names.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const noteBackup = (at: number) =>
    withDatabase(env, (db) => db.write((trx) => storeSetting(trx, lastBackupSetting, String(at))));

  /** All lines but the one that every set-up of this test has: its address is one of this machine. */
  async function linesFor(change: Record<string, string> = {}): Promise<string[]> {
    const options = { servers: [`127.0.0.1:${String(names.port)}`] };
    const findings = await examineSetUp({ ...env, ...change }, options);
    const isOfTest =
      /^SITE_URL=\S+: the server listens at 0\.0\.0\.0 for other machines, but .+ such as https/;
    const lines = findings.map(lineOf);
    return lines.filter((line) => !isOfTest.test(line));
  }

  test('Finds nothing in a correct set-up', async () => {
    expect(await linesFor()).toEqual([]);
  });

  test.each([
    ['SMTP_URL', ''],
    ['MAIL_FROM', 'hello@naijabuilt.example'],
    ['CONTACT_EMAIL', 'hello@naijabuilt.example'],
    ['LEGAL_REVIEWED', '0'],
  ])('Finds %s=%s in the environment', async (name, value) => {
    expect(await linesFor({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}(?:=.+)?: .+\\.$`)),
    ]);
  });

  test('Finds the secret of .env.example, and says how to create one', async () => {
    const secret = 'not-a-secret-replace-me-with-32-or-more-random-characters';
    expect(await linesFor({ AUTH_SECRET: secret })).toEqual([
      'Configuration: AUTH_SECRET=…: is the example, which everybody can read. Make one of your own: openssl rand -hex 32',
    ]);
  });

  test('Finds that sample listings are public', async () => {
    const product = await createTestProduct('sqlite');
    onTestFinished(() => product.dispose());
    for (const [count, said] of [
      [1, '1 sample listing is public.'],
      [2, '2 sample listings are public.'],
    ] as const) {
      await loadSampleData(product.services, {
        listings: sampleListings.slice(0, count),
        findOwner: async (email) => (await findAccountByEmail(product.db.read, email))?.id,
      });
      expect(await linesFor({ DATA_DIR: product.config.dataDir, BACKUPS: 'off' })).toContain(
        `Samples: ${said} Remove them: npm run remove-samples`,
      );
    }
  });

  test('Finds that the last backup is old or missing', async () => {
    onTestFinished(() => noteBackup(Date.now()));
    await noteBackup(Date.now() - 3.5 * 86_400_000);
    const [line, ...others] = await linesFor();
    expect(line).toMatch(/^Backup: the last one is 3 days old\. Run npm run backup every day/);
    expect(others).toEqual([]);
    expect(await linesFor({ BACKUPS: 'off' })).toEqual([]);
    await withDatabase(env, (db) =>
      db.write((trx) => trx.deleteFrom('settings').where('name', '=', lastBackupSetting).execute()),
    );
    expect((await linesFor())[0]).toMatch(/^Backup: none was taken yet\./);
  });

  test('Recognizes a new backup at once', async () => {
    await noteBackup(0);
    const { code } = await runCommand('scripts/backup.ts', env, { args: [join(folder, 'backups')] });
    expect(code).toBe(0);
    expect(await linesFor()).toEqual([]);
  });

  test.each([
    ['SPF', 'apps.example.ng'],
    ['DKIM', 'mail._domainkey.apps.example.ng'],
    ['DMARC', '_dmarc.example.ng'],
  ])('Finds that the sender has no %s', async (subject, name) => {
    missing.add(name);
    onTestFinished(() => missing.clear());
    expect(await linesFor()).toEqual([expect.stringMatching(new RegExp(`^${subject}: .+ TXT record`))]);
  });

  test('Finds a disk without room for a backup', async () => {
    const config = parseConfig(env);
    expect(await findOnDisk(config, 0)).toEqual([]);
    expect((await findOnDisk(config, 1e17)).map(lineOf)).toEqual([
      expect.stringMatching(/^DATA_DIR=.+: its disk has \d+ MB left\. Without room nobody can list/),
    ]);
  });

  test('Finds a clock that is not synchronized, and one that differs from the database', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const answer = (text: string) => {
      writeFileSync(join(bin, 'timedatectl'), `#!/bin/sh\necho ${text}\n`);
      chmodSync(join(bin, 'timedatectl'), 0o755);
    };
    vi.stubEnv('PATH', bin + delimiter + (process.env['PATH'] ?? ''));
    onTestFinished(() => void vi.unstubAllEnvs());
    answer('yes');
    expect(await findInClock(0, null)).toEqual([]);
    expect((await findInClock(20_000, 5_000)).map(lineOf)).toEqual([
      expect.stringMatching(/^Clock: it differs from the one of the database by 15 s/),
    ]);
    answer('no');
    expect((await findInClock(0, null)).map(lineOf)).toEqual([
      expect.stringMatching(/^Clock: no time server keeps it.+timedatectl set-ntp true$/),
    ]);
  });

  test('Finds that the site does not answer, or that another server does', async () => {
    const other = await listen((_, response) => response.end('ok\n'));
    const [line] = await linesFor({ SITE_URL: other.origin });
    expect(line).toMatch(/did not answer there as it should \(what answers is not this server/);
    await other.stop();
    expect((await linesFor({ SITE_URL: other.origin })).at(-1)).toMatch(
      /did not answer there as it should \((?!what answers)/,
    );
  });

  test('Tells nobody but the doctor which client the server sees', async () => {
    for (const token of ['', 'doctor', 'A'.repeat(43)])
      expect(await (await fetch(`${server.origin}/healthz?doctor=${token}`)).text()).toMatch(
        /^ok \d+\.\d+\.\d+\n$/,
      );
  });

  test('Exits with 1 and a line for each finding, and with 2 for wrong arguments', async () => {
    const args = ['--name-server', `127.0.0.1:${String(names.port)}`, '--dkim', 'mail'];
    const { code, told } = await runCommand('scripts/doctor.ts', { ...env, LEGAL_REVIEWED: '' }, { args });
    expect(told.split('\n')).toEqual([
      `Looking at ${server.origin} ...`,
      expect.stringMatching(/^- SITE_URL=/),
      expect.stringMatching(/^- LEGAL_REVIEWED: is not set/),
      'To mend: 2',
      '',
    ]);
    expect(code).toBe(1);
    expect((await runCommand('scripts/doctor.ts', env, { args: ['--nonsense'] })).code).toBe(2);
  });
});
