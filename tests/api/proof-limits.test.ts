// What a proof must not do: outlive its link, or end a block.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFacts } from '../../src/lib/server/moderation/decisions/remove-facts.ts';
import { proofFile as file, startProving, type Proving } from '../support/proving.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Limits of proofs on %s', (engine) => {
  let proving: Proving;

  beforeAll(async () => {
    proving = await startProving(engine);
  });
  afterAll(() => proving.stop());

  const textsTo = async (recipient: string): Promise<string[]> => {
    const { read } = proving.product.db;
    const mails = read.selectFrom('outbox').select('text').where('recipient', '=', recipient);
    return (await mails.execute()).map(({ text }) => text);
  };

  test('A code that is mailed while staff block the proof does not free it', async () => {
    const play = `co.raced.${engine}`;
    const listed = await proving.list({ play });
    const staff = { ...(await proving.person()), role: 'moderator' } as const;
    const reason = 'The app was sold to somebody else.';
    proving.world.host('play.google.com', (_request, response) => {
      void proving.product.services.proofs
        .blockProof(staff, listed.app.nameId, { action: 'block', reason })
        .then(() => response.end(`<a href="mailto:raced-${engine}@busha.test">Mail</a>`));
    });
    expect(await proving.check(listed, { way: 'store' })).toContain('do not accept');
    expect(await textsTo(`raced-${engine}@busha.test`)).toEqual([]);
    expect(await proving.product.services.proofs.showProof(listed.caller, listed.app.id)).toMatchObject({
      state: 'blocked',
    });
  });

  test('A website that staff remove takes the badge away', async () => {
    const listed = await proving.list();
    proving.world.host(listed.domain, { [file]: listed.token });
    await proving.check(listed, { way: 'file' });
    expect(await proving.badgeOf(listed.app.id)).not.toBeNull();
    await proving.product.db.write((trx) =>
      removeFacts(trx, { id: listed.app.id, kind: 'app' }, ['website'], proving.now()),
    );
    expect(await proving.badgeOf(listed.app.id)).toBeNull();
  });
});
