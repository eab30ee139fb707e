// What somebody with an account tries with proofs: a badge that stays, one beside another link, floods of mails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCode } from '../support/mailbox.ts';
import { proofFile as file, startProving, type Proving } from '../support/proving.ts';
import { engines } from '../support/test-product.ts';

const dayMs = 86_400_000;

describe.each(engines)('Attacks on proofs, on %s', (engine) => {
  let proving: Proving;
  beforeAll(async () => {
    proving = await startProving(engine);
  });
  afterAll(() => proving.stop());

  const stateOf = async ({ caller, app }: Awaited<ReturnType<Proving['list']>>) =>
    (await proving.product.services.proofs.showProof(caller, app.id)).state;

  test('A domain whose name servers fail for good loses its badge, and one whose name servers failed once does not', async () => {
    const { product, world } = proving;
    const listed = await proving.list();
    world.host(listed.domain, { [file]: listed.token });
    expect(await proving.check(listed, { way: 'file' })).toMatchObject({ state: 'proved' });
    const answers = world.failNames(listed.domain);
    proving.pass(30 * dayMs);
    await product.rechecks.flush();
    expect(await stateOf(listed)).toBe('proved');
    answers();
    proving.pass(dayMs / 24);
    await product.rechecks.flush();
    expect(await stateOf(listed)).toBe('proved');
    world.failNames(listed.domain);
    proving.pass(30 * dayMs);
    for (let looks = 0; looks < 4; looks += 1) {
      await product.rechecks.flush();
      proving.pass(dayMs);
    }
    expect(await stateOf(listed)).toBe('lapsed');
    expect(await proving.badgeOf(listed.app.id)).toBeNull();
  }, 60_000);

  test('A website that changes during a look gets no badge of the one before', async () => {
    const { product, world } = proving;
    const listed = await proving.list();
    world.host(listed.domain, { [file]: listed.token });
    await proving.check(listed, { way: 'file' });
    const change = async (): Promise<void> => {
      const pictures = { logo: undefined, screenshots: [] };
      const website = `https://bank-${engine}.test/`;
      await product.services.apps.updateApp(listed.caller, listed.app.id, { website }, pictures);
    };
    world.host(listed.domain, (_request, response) => {
      void change().finally(() =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end(listed.token),
      );
    });
    proving.pass(30 * dayMs);
    await product.rechecks.flush();
    expect((await product.services.apps.findOwn(listed.caller, listed.app.id))?.app.website).toContain(
      'bank-',
    );
    expect(await proving.badgeOf(listed.app.id)).toBeNull();
  });

  test('Mails the developer of a Play listing a few codes a day, however often and by whomever they are asked for', async () => {
    const { product, world } = proving;
    const play = `co.flooded.${engine}`;
    const developer = `flooded-${engine}@busha.test`;
    world.host('play.google.com', {
      [`/store/apps/details?id=${play}&hl=en`]: `<a href="mailto:${developer}">Mail</a>`,
    });
    const listed = await proving.list({ play });
    for (let turn = 0; turn < 6; turn += 1) await proving.check(listed, { way: 'store' });
    expect(await proving.check(listed, { way: 'store' })).toContain('Too many codes');
    const mails = async () =>
      (await product.db.read.selectFrom('outbox').select('id').where('recipient', '=', developer).execute())
        .length;
    expect(await mails()).toBe(4);
    for (let others = 0; others < 4; others += 1) {
      const by = { caller: await proving.person(), app: listed.app };
      for (let turn = 0; turn < 5; turn += 1) await proving.check(by, { way: 'store' });
    }
    expect(await mails()).toBe(12);
  });

  test('Mails the developer of a Play listing nothing that somebody typed here', async () => {
    const { product, world } = proving;
    const play = `co.told.${engine}`;
    const developer = `told-${engine}@busha.test`;
    world.host('play.google.com', {
      [`/store/apps/details?id=${play}&hl=en`]: `<a href="mailto:${developer}">Mail</a>`,
    });
    const listed = await proving.list({ play, name: `Prize at evil.ng ${engine}` });
    expect(await proving.check(listed, { way: 'store' })).toMatchObject({ code_sent: true });
    const mail = await product.db.read
      .selectFrom('outbox')
      .select(['subject', 'text', 'html'])
      .where('recipient', '=', developer)
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain(play);
    expect(JSON.stringify(mail)).not.toMatch(/prize|evil/i);
  });

  test('Keeps a proof blocked that staff block while a store is asked', async () => {
    const { product, world } = proving;
    const play = `co.blocked.${engine}`;
    const listed = await proving.list({ play });
    const staff = { ...(await proving.person()), role: 'moderator' } as const;
    const { blockProof } = product.services.proofs;
    world.host('play.google.com', (_request, response) => {
      const blocked = blockProof(staff, listed.app.nameId, {
        action: 'block',
        reason: 'The app is of others.',
      });
      void blocked.finally(() =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<a href="mailto:dev@busha.test">Mail</a>'),
      );
    });
    expect(await proving.check(listed, { way: 'store' })).toContain('do not accept');
    expect(await stateOf(listed)).toBe('blocked');
  });

  test('Ends no hold of a name by a proof whose first word anybody can choose', async () => {
    const { product, world } = proving;
    const held = async (name: string, website: string, play?: string) => {
      const listed = await proving.list({ name, website, ...(play !== undefined && { play }) });
      expect(listed.app.state).toBe('held');
      return listed;
    };
    const after = async ({ caller, app }: Awaited<ReturnType<typeof held>>) =>
      (await product.services.apps.findOwn(caller, app.id))?.app.state;
    const below = await held('Kuda', `https://kuda.evil-${engine}.test/`);
    const tag = `<meta name="naijabuilt-verification" content="${below.token}">`;
    world.host(`kuda.evil-${engine}.test`, { '/': tag });
    expect(await proving.check(below, { way: 'meta' })).toMatchObject({ state: 'proved' });
    expect(await after(below)).toBe('held');

    const shared = await held('Paystack', 'https://paystack.vercel.app/');
    world.host('paystack.vercel.app', { [file]: shared.token });
    expect(await proving.check(shared, { way: 'file' })).toMatchObject({ state: 'proved' });
    expect(await after(shared)).toBe('held');

    const stored = await held('Flutterwave', `https://other-${engine}.test/`, `flutterwave.${engine}`);
    const developer = `kuda-${engine}@evil.test`;
    world.host('play.google.com', {
      [`/store/apps/details?id=flutterwave.${engine}&hl=en`]: `<a href="mailto:${developer}">Mail</a>`,
    });
    await proving.check(stored, { way: 'store' });
    const mail = await product.db.read
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', developer)
      .executeTakeFirstOrThrow();
    const code = findCode(mail.text) ?? '';
    expect(await proving.check(stored, { way: 'store', code })).toMatchObject({ state: 'proved' });
    expect(await after(stored)).toBe('held');
  });

  test('Takes no repository of another owner to which the one that was named redirects', async () => {
    const { world } = proving;
    const listed = await proving.list();
    const page = `<a href="https://${listed.domain}/">Website</a>`;
    world.host('raw.githubusercontent.com', { [`/busha/moved/HEAD${file}`]: listed.token });
    world.host('github.com', ({ url }, response) => {
      if (url === '/busha/moved') response.writeHead(301, { location: '/evil/moved' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
    const form = { way: 'repository', repository: 'busha/moved' } as const;
    expect(await proving.check(listed, form)).toContain('no public repository github.com/busha/moved');
  });

  test('Lets an account claim a few apps of others a day', async () => {
    const { world } = proving;
    const caller = await proving.person();
    const claims: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const { app, domain } = await proving.list();
      const { token } = await proving.product.services.proofs.showProof(caller, app.id);
      world.host(domain, { [file]: token });
      const claim = await proving.check({ caller, app }, { way: 'file' });
      claims.push(typeof claim === 'string' ? claim : claim.state);
    }
    expect(claims).toEqual([...Array<string>(5).fill('proved'), expect.stringContaining('claimed many')]);
  });
});
