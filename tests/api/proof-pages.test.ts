// What of a page is taken for a proof, and what is only a text of it, which a visitor may have written.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { OwnProofJson } from '../../src/lib/shared/schemas/proofs/proofs.ts';
import { startOutsideWorld, type OutsideWorld } from '../support/outside-world.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

let world: OutsideWorld;
let api: TestApi;
let owner: Person;
let now = Date.now();

beforeAll(async () => {
  world = await startOutsideWorld();
  api = await createTestApi('sqlite', { rateLimit: false, env: world.env, clock: () => now });
  owner = await createPerson(api);
});
afterAll(async () => {
  await api.product.dispose();
  await world.stop();
});

let count = 0;

/** A new app, and the addresses of its proof. */
async function listed(facts: Record<string, string> = {}) {
  count += 1;
  const domain = `busha${count}.ng`;
  const form = {
    name: `Coin desk ${count}`,
    description: 'Buys coins.',
    website: `https://${domain}/`,
    ...facts,
  };
  const { id } = (await api.post('/app/', form, owner.access)).body as AppJson;
  const headers = { authorization: `Bearer ${owner.access}` };
  const shown = await api.request(`/app/${id}/proof/`, { headers });
  const check = async (way: string) => {
    // The pause between two looks at a host.
    now += 6_000;
    const { status, body } = await api.post(`/app/${id}/proof/`, { way }, owner.access);
    return { status, ...(body as Partial<OwnProofJson> & { error?: string }) };
  };
  return { domain, token: (shown.body as OwnProofJson).token, check };
}

const around = (before: string, after: string) => (tag: string) => before + tag + after;

test.each([
  ['in the head', around('<html><head><title>Busha</title>', '</head></html>')],
  ['without a head', around('', '<p>Busha')],
  ['behind many others', around(`<meta charset="utf-8">${'<meta name="x" content="y">'.repeat(600)}`, '')],
  [
    'in capitals, without quotes',
    (tag: string) => tag.replace(/"/g, '').replace('<meta name', '<META\nNAME'),
  ],
  ['beside the tag of another app', around('<meta name="naijabuilt-verification" content="other">', '')],
])('Takes the tag %s', async (_where, page) => {
  const { domain, token, check } = await listed();
  world.host(domain, { '/': page(`<meta name="naijabuilt-verification" content="${token}">`) });
  expect(await check('meta')).toMatchObject({ status: 200, state: 'proved', name: domain });
});

test.each([
  ...[
    'title',
    'textarea',
    'style',
    'script',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'noscript',
    'template',
    'svg',
    'math',
  ].map((element) => [`in <${element}>`, around(`<${element}>`, `</${element}>`)] as const),
  ['in <svg> and <title>', around('<svg><title>', '</title></svg>')],
  ['behind <plaintext>', around('<plaintext>', '')],
  ['behind a script that nothing closes', around('<script>', '')],
  ['in a comment', around('<!-- ', ' -->')],
  ['in a comment that nothing closes', around('<!-- ', '')],
  ['in the text for a picture', around(`<img alt='`, `'>`)],
  ['in a title', (tag: string) => `<p title="${tag.replace(/"/g, '')}">`],
  ['in a page within the page', around(`<iframe srcdoc='`, `'></iframe>`)],
  ['as a text', (tag: string) => tag.replace('<', '&lt;')],
  ['under another name', (tag: string) => tag.replace('name=', 'name="description" name=')],
  ['with another property', (tag: string) => tag.replace('name=', 'property=')],
] as const)('Does not take the tag %s', async (_where, page) => {
  const { domain, token, check } = await listed();
  world.host(domain, { '/': page(`<meta name="naijabuilt-verification" content="${token}">`) });
  expect(await check('meta')).toMatchObject({
    status: 400,
    error: expect.stringContaining('has no tag named') as string,
  });
});

test('Mails the code to the address that Play links to, and not to one in a review', async () => {
  const { check } = await listed({
    playstore_link: 'https://play.google.com/store/apps/details?id=ng.busha',
  });
  world.host('play.google.com', {
    '/store/apps/details?id=ng.busha&hl=en':
      '<p>Great! href="mailto:reviewer@evil.ng"</p><a aria-label="Mail" href="mailto:team@busha.ng?subject=Busha">Mail</a>',
  });
  expect(await check('store')).toMatchObject({ status: 200, code_sent: true });
  const mailed = await api.product.db.read
    .selectFrom('outbox')
    .select('recipient')
    .orderBy('id', 'desc')
    .execute();
  expect(mailed[0]?.recipient).toBe('team@busha.ng');
});
