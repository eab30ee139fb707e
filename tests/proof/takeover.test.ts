// Whoever signs up the address of somebody else gains nothing, and the owner of the address ends with the account, in
// any order of what the two do.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { minute, startProduct, type TokenPair, type User } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox } = product;
const rounds = Number(process.env['PROOF_ROUNDS'] ?? 200);
const own = { firstname: 'Ada', lastname: 'Obi', password: 'correct horse battery' };
const foreign = { firstname: 'Mallory', lastname: 'Eze', password: 'stolen horse battery' };

test(`In ${String(rounds)} random orders the account is the owner's alone`, async () => {
  const stranger = client.from('203.0.113.9');
  let steps = 0;
  for (let round = 0; round < rounds; round += 1) {
    const email = `owner${String(round)}@example.com`;
    const known: string[] = [];
    const sessions: TokenPair[] = [];
    const attacks = [
      async () => {
        const { body } = await stranger.post<{ id?: string }>('/user/', { ...foreign, email });
        if (body.id !== undefined) known.push(body.id);
      },
      async () => {
        const login = { email, password: foreign.password };
        const { status, body } = await stranger.post<TokenPair>('/token/', login);
        if (status === 200) sessions.push(body);
      },
      () => stranger.post('/user/resend-registration-code/', { email, id: known.at(-1) }),
      () => stranger.post('/user/verify/', { email, id: known.at(-1), code: 'ABCDEFGH' }),
      () => stranger.post('/user/forgot-password/', { email }),
      () => stranger.post('/user/verify-password/', { email, code: 'ABCDEFGH' }),
      async () => {
        const [session] = sessions;
        if (session)
          await stranger.as(session).post('/user/change-password/', { new_password: foreign.password });
      },
    ];
    const attack = async () => {
      for (let times = randomInt(0, 4); times > 0; times -= 1) {
        await attacks[randomInt(0, attacks.length)]?.();
        clock.advance(randomInt(0, 2 * minute));
        steps += 1;
      }
    };
    await attack();
    const made = await client.post<{ id: string }>('/user/', { ...own, email });
    expect(made.status, made.body.error).toBe(201);
    await attack();
    // The owner takes the newest code that came for the own sign-up, or asks for another one.
    let verified = 0;
    for (let tries = 0; tries < 4 && verified !== 200; tries += 1) {
      const code = await mailbox.code(email);
      verified = (await client.post('/user/verify/', { email, id: made.body.id, code })).status;
      if (verified !== 200) {
        clock.advance(6 * minute);
        await client.post('/user/resend-registration-code/', { email, id: made.body.id });
      }
    }
    await attack();
    clock.advance(6 * minute);
    await client.post('/user/forgot-password/', { email });
    const reset = await client.post<{ reset_token: string }>('/user/verify-password/', {
      email,
      code: await mailbox.code(email),
    });
    const { reset_token } = reset.body;
    const password = 'the last horse battery';
    expect(
      (await client.post('/user/set-password/', { email, password, confirm_password: password, reset_token }))
        .status,
    ).toBe(200);
    const login = await client.post<TokenPair>('/token/', { email, password });
    expect(login.status, email).toBe(200);
    const owned = await client.as(login.body).get<User>('/user/me/');
    expect(owned.body).toMatchObject({ email, is_verified: true });
    // A sign-up that nobody has verified may still be logged in to. It is another account.
    const { status, body } = await stranger.post<TokenPair>('/token/', { email, password: foreign.password });
    for (const session of status === 200 ? [...sessions, body] : sessions) {
      const me = await stranger.as(session).get<User>('/user/me/');
      if (me.status === 200)
        expect([email, me.body.id === owned.body.id, me.body.is_verified]).toEqual([email, false, false]);
    }
  }
  console.log(
    `${String(rounds)} accounts, ${String(steps)} attacks between the steps of their owners, 0 taken over`,
  );
});
