// Proofs of owners against other sites on this machine, with their own name server and certificates.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnProofJson } from '../../src/lib/shared/schemas/proofs/proofs.ts';
import { findCode } from '../support/mailbox.ts';
import type { OutsideWorld } from '../support/outside-world.ts';
import { proofFile as file, startProving, type Listed, type Proving } from '../support/proving.ts';
import { engines, type TestProduct } from '../support/test-product.ts';

const dayMs = 86_400_000;

describe.each(engines)('Proofs of owners, on %s', (engine) => {
  let proving: Proving;
  let world: OutsideWorld;
  let product: TestProduct;

  beforeAll(async () => {
    proving = await startProving(engine);
    ({ world, product } = proving);
  });
  afterAll(() => proving.stop());

  const { list, check, badgeOf, person } = {
    list: (...given: Parameters<Proving['list']>) => proving.list(...given),
    check: (...given: Parameters<Proving['check']>) => proving.check(...given),
    badgeOf: (id: string) => proving.badgeOf(id),
    person: () => proving.person(),
  };

  const mailsTo = async (recipient: string) =>
    await product.db.read
      .selectFrom('outbox')
      .select(['subject', 'text'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute();
  async function mailsOf({ caller }: Listed): Promise<string[]> {
    const { email } = await product.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    return (await mailsTo(email)).map(({ subject }) => subject.replace(/^\w+: /, ''));
  }

  test('A file on the website proves its domain', async () => {
    const listed = await list();
    world.host(listed.domain, { [file]: `${listed.token}\n` });
    expect(await check(listed, { way: 'file' })).toMatchObject({
      state: 'proved',
      way: 'file',
      name: listed.domain,
    });
    expect(await badgeOf(listed.app.id)).toEqual({ name: listed.domain, checkedAt: proving.now() });
    const idsOf = async (query: object) =>
      (await product.services.search.browseApps({ ...query, sort: 'newest' })).items.map(({ id }) => id);
    const other = await list();
    expect(await idsOf({ proved: 'yes' })).toEqual([listed.app.id]);
    expect(await idsOf({})).toContain(other.app.id);
  });

  test('A tag on the front page proves its host', async () => {
    const listed = await list();
    const tag = `<META content='${listed.token}' data-x="a>b" name=naijabuilt-verification>`;
    world.host(`www.${listed.domain}`, { '/': `<!doctype html><html><head>${tag}</head></html>` });
    expect(await check(listed, { way: 'meta' })).toMatchObject({ state: 'proved', name: listed.domain });
  });

  test('A DNS record proves its domain', async () => {
    const listed = await list();
    world.texts(`_naijabuilt.${listed.domain}`, ['v=spf1 -all', listed.token]);
    expect(await check(listed, { way: 'dns' })).toMatchObject({ state: 'proved', name: listed.domain });
  });

  test('A file in a repository that links to the listing proves the repository', async () => {
    const listed = await list();
    world.host('raw.githubusercontent.com', { [`/busha/app/HEAD${file}`]: listed.token });
    world.host('github.com', { '/busha/app': `<a href="https://${listed.domain}/">Website</a>` });
    const repository = 'https://github.com/busha/app.git';
    expect(await check(listed, { way: 'repository', repository })).toMatchObject({
      state: 'proved',
      name: 'github.com/busha/app',
    });
  });

  test('A code that was mailed to the address of the Play listing proves the app there', async () => {
    const play = `co.busha.${engine}`;
    const listed = await list({ play });
    world.host('play.google.com', {
      [`/store/apps/details?id=${play}&hl=en`]: `<a href="mailto:dev-${engine}@busha.test">Mail</a>`,
    });
    expect(await check(listed, { way: 'store' })).toMatchObject({ state: 'none', code_sent: true });
    const [mail] = await mailsTo(`dev-${engine}@busha.test`);
    const code = findCode(mail?.text ?? '') ?? '';
    expect(code).not.toBe('');
    expect(await check(listed, { way: 'store', code: 'ACDEFGHJ' })).toContain('not the code');
    expect(await check(listed, { way: 'store', code })).toMatchObject({ state: 'proved', name: play });
    expect(await check(listed, { way: 'store', code })).toContain('expired');
  });

  test('A page below a front page, which others may share, proves nothing by a tag', async () => {
    const listed = await list({ website: `https://sites-${engine}.test/view/busha` });
    expect(await check(listed, { way: 'meta' })).toContain('which others may share');
  });

  test('A shared host counts as a whole, and its neighbours prove nothing', async () => {
    const listed = await list({ website: 'https://busha.vercel.app/' });
    const { ways } = await product.services.proofs.showProof(listed.caller, listed.app.id);
    expect(ways.find(({ way }) => way === 'file')?.copies[0]?.text).toBe(`https://busha.vercel.app${file}`);
  });

  test('A proof that is gone lapses at the third look, with a mail for each, and comes back by itself', async () => {
    const listed = await list();
    world.host(listed.domain, { [file]: listed.token });
    await check(listed, { way: 'file' });
    world.host(listed.domain, {});
    proving.pass(30 * dayMs);
    await product.rechecks.flush();
    expect(await badgeOf(listed.app.id)).not.toBeNull();
    proving.pass(dayMs);
    await product.rechecks.flush();
    expect(await product.services.proofs.showProof(listed.caller, listed.app.id)).toMatchObject({
      state: 'failing',
    });
    proving.pass(dayMs);
    await product.rechecks.flush();
    expect(await badgeOf(listed.app.id)).toBeNull();
    world.host(listed.domain, { [file]: listed.token });
    proving.pass(dayMs);
    await product.rechecks.flush();
    expect(await badgeOf(listed.app.id)).toEqual({ name: listed.domain, checkedAt: proving.now() });
    const name = listed.app.name;
    expect(await mailsOf(listed)).toEqual([
      `we no longer find the proof for ${name}`,
      `we no longer find the proof for ${name}`,
      `the badge of ${name} is gone`,
      `the badge of ${name} is back`,
    ]);
  });

  test('A blocked proof stays blocked until staff free it', async () => {
    const listed = await list();
    world.host(listed.domain, { [file]: listed.token });
    await check(listed, { way: 'file' });
    const reason = 'The domain was sold to somebody else.';
    const staff = { ...(await person()), role: 'moderator' } as const;
    await product.services.proofs.blockProof(staff, listed.app.nameId, { action: 'block', reason });
    expect(await badgeOf(listed.app.id)).toBeNull();
    expect(await check(listed, { way: 'file' })).toContain('do not accept');
    proving.pass(31 * dayMs);
    await product.rechecks.flush();
    expect(await badgeOf(listed.app.id)).toBeNull();
    await product.services.proofs.blockProof(staff, listed.app.nameId, { action: 'free', reason });
    expect(await check(listed, { way: 'file' })).toMatchObject({ state: 'proved' });
  });

  test('Another website takes the badge away at once', async () => {
    const listed = await list();
    world.host(listed.domain, { [file]: listed.token });
    await check(listed, { way: 'file' });
    const pictures = { logo: undefined, screenshots: [] };
    await product.services.apps.updateApp(
      listed.caller,
      listed.app.id,
      { website: `https://evil-${engine}.test` },
      pictures,
    );
    expect(await badgeOf(listed.app.id)).toBeNull();
  });

  test('The real owner of a listing that somebody else made proves it, and staff get a case', async () => {
    const listed = await list();
    const owner = await person();
    const { token } = await product.services.proofs.showProof(owner, listed.app.id);
    expect(token).not.toBe(listed.token);
    world.host(listed.domain, { [file]: token });
    expect(await check(listed, { way: 'file' })).toContain('another app or account');
    const claim = await check({ caller: owner, app: listed.app }, { way: 'file' });
    expect(claim).toMatchObject({ state: 'proved', is_owner: false });
    expect(await badgeOf(listed.app.id)).toBeNull();
    const found = await product.db.read
      .selectFrom('cases')
      .select(['number', 'reason', 'note'])
      .where('app_id', '=', listed.app.id)
      .execute();
    expect(found).toEqual([
      {
        number: (claim as OwnProofJson).case,
        reason: 'impersonation',
        note: expect.stringContaining(listed.domain) as string,
      },
    ]);
  });

  test('A proof clears the hold of a name that is that of the domain, and of no look-alike', async () => {
    const lookAlike = await list({ name: 'Kuda', website: `https://kuda-login-${engine}.test/` });
    expect(lookAlike.app.state).toBe('held');
    world.host(`kuda-login-${engine}.test`, { [file]: lookAlike.token });
    expect(await check(lookAlike, { way: 'file' })).toMatchObject({ state: 'proved' });
    const stateOf = async ({ app, caller }: Listed) =>
      (await product.services.apps.findOwn(caller, app.id))?.app.state;
    expect(await stateOf(lookAlike)).toBe('held');
    await product.services.apps.updateApp(
      lookAlike.caller,
      lookAlike.app.id,
      { website: 'https://kuda.test/' },
      { logo: undefined, screenshots: [] },
    );
    world.host('kuda.test', { [file]: lookAlike.token });
    expect(await check(lookAlike, { way: 'file' })).toMatchObject({ state: 'proved' });
    expect(await stateOf(lookAlike)).toBe('public');
  });

  test('Two processes check a due proof once', async () => {
    const listed = await list();
    world.host(listed.domain, { [file]: listed.token });
    await check(listed, { way: 'file' });
    proving.pass(31 * dayMs);
    const other = product.services.proofs.rechecks();
    const before = world.requests.filter((one) => one.startsWith(listed.domain)).length;
    await Promise.all([product.rechecks.flush(), other.flush()]);
    expect(world.requests.filter((one) => one.startsWith(listed.domain)).length - before).toBe(1);
    await other.stop();
  });
});
