// A login that begins on one node is completed on another, and an answer counts once on all of them.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose, type Product } from '../../src/compose.ts';
import { createApi } from '../../src/lib/server/api/index.ts';
import { appCode } from '../support/authenticator.ts';
import {
  addApp,
  addPasskey,
  askPasskey,
  atSite,
  completeLogin,
  factorsOf,
  passwordOnly,
} from '../support/factors.ts';
import { createPerson } from '../support/people.ts';
import { apiOver, createTestApi, type TestApi } from '../support/test-api.ts';
import { siteUrl } from '../support/test-product.ts';

let now = Date.now();
let here: TestApi;
let there: TestApi;
let other: Product;
let dataDir: string;

beforeAll(async () => {
  here = await createTestApi('postgres', { clock: () => now, rateLimit: false });
  const { config } = here.product;
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  // Nodes of one site share the secret, which opens the secrets of authenticator apps.
  await copyFile(join(config.dataDir, 'auth-secret'), join(dataDir, 'auth-secret'));
  other = await compose({ ...config, dataDir }, { clock: () => now });
  const api = createApi({
    services: other.services,
    siteUrl,
    isForeignKeyViolation: (error) => other.db.engine.isForeignKeyViolation(error),
    reportFault: ({ error }) => here.faults.push(error),
  });
  there = apiOver(here.product, async (path, init) => await api.request(siteUrl + path, init), here.faults);
});
afterAll(async () => {
  expect(here.faults).toEqual([]);
  await other.close();
  await here.product.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

test('Completes on one node a login that began on another, and refuses its token on both afterwards', async () => {
  const ada = await createPerson(here);
  const { passkey } = await addPasskey(here, ada);
  const token = await passwordOnly(here, ada);
  const { options } = await askPasskey(there, token);
  const answer = passkey.get(options, atSite);
  const { status, body } = await completeLogin(here, { token, passkey: answer });
  expect(status).toBe(200);
  expect((await factorsOf(there, { access: body.access ?? '' })).proved_at).not.toBeNull();
  for (const node of [here, there])
    expect((await completeLogin(node, { token, passkey: answer })).status).toBe(401);
});

test('Takes one code once when it reaches two nodes at once', async () => {
  const ada = await createPerson(here);
  const { secret, recovery_codes: codes } = await addApp(here, ada, now);
  for (let round = 0; round < 5; round += 1) {
    now += 60_000;
    const answers = [{ code: appCode(secret, now) }, { recovery_code: codes?.[round] ?? '' }];
    for (const answer of answers) {
      const tokens = [await passwordOnly(here, ada), await passwordOnly(there, ada)];
      const seen = await Promise.all(
        [here, there].map((node, index) => completeLogin(node, { token: tokens[index] ?? '', ...answer })),
      );
      expect(seen.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  }
});
