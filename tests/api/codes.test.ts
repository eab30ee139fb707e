import { describe, expect, test } from 'vitest';
import { minute, useCodes } from '../support/use-codes.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Codes of a password reset on %s', (engine) => {
  const site = useCodes(engine);
  const { ask, askFrom, enter, lastCode, person } = site;

  test('Accepts a reset code without the email only from the client that requested it', async () => {
    const email = 'asker@example.com';
    await person(email);
    const requestToken = await ask(site.api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    const stranger = site.api.from('192.0.2.1');
    const others = await ask(stranger, email);
    expect((await enter(stranger, code)).status).toBe(400);
    expect((await enter(stranger, code, others)).status).toBe(400);
    expect((await enter(stranger, code, 'nbq_made-up')).status).toBe(400);
    // The network does not matter with a request token: a phone changes networks on the way.
    expect((await enter(site.api.from('192.0.2.77'), code, requestToken)).status).toBe(200);
    expect((await enter(site.api.from('192.0.2.77'), code, requestToken)).status).toBe(400);
  });

  test('Accepts a reset code on another device with the email, and counts the tries of its network', async () => {
    const email = 'travelling@example.com';
    await person(email);
    const requestToken = await ask(site.api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    const [guesser, phone] = [site.api.from('192.0.2.9'), site.api.from('198.18.0.9')];
    const own = await ask(guesser, 'nobody@example.com');
    for (let guess = 0; guess < 5; guess += 1)
      expect((await enter(guesser, 'AAAAAAAA', own, email)).status).toBe(400);
    expect((await enter(guesser, code, own, email)).status).toBe(400);
    expect((await enter(phone, code, undefined, 'another@example.com')).status).toBe(400);
    const taken = await enter(phone, code, undefined, email.toUpperCase());
    expect([taken.status, taken.body]).toMatchObject([200, { reset_token: expect.any(String) as string }]);
    expect((await enter(site.api.from('203.0.113.1'), code, requestToken)).status).toBe(400);
  });

  test('Keeps a reset code for its asker while strangers guess at it with the email', async () => {
    const email = 'guessed-at@example.com';
    await person(email);
    const requestToken = await ask(site.api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    for (let network = 0; network < 50; network += 1)
      expect((await enter(site.api.from(`100.65.${network}.1`), 'AAAAAAAA', '', email)).status).toBe(400);
    expect((await enter(site.api.from('100.65.60.1'), code, '', email)).status).toBe(400);
    expect((await enter(site.api.from('203.0.113.1'), code, requestToken, email)).status).toBe(200);
  });

  test('Keeps a reset code, however many others request one for the same account', async () => {
    const email = 'asked-by-many@example.com';
    await person(email);
    const requestToken = await ask(site.api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    await askFrom(12, '100.64', email);
    for (let guess = 0; guess < 6; guess += 1)
      expect((await enter(site.api.from('100.64.0.1'), 'AAAAAAAA')).status).toBe(400);
    expect((await enter(site.api.from('203.0.113.1'), code, requestToken)).status).toBe(200);
  });

  test('Accepts the cookie instead of the request token, and without either the requesting address', async () => {
    const email = 'cookies@example.com';
    await person(email);
    const first = await site.api.from('203.0.113.1').post('/user/forgot-password/', { email });
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^reset_request=nbq_\S+; Max-Age=300; Path=\/api\/v1\/user\/verify-password; HttpOnly; SameSite=Strict$/,
    );
    const answer = await site.api.from('192.0.2.5').request('/user/verify-password/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '' },
      body: JSON.stringify({ code: await lastCode(email) }),
    });
    expect(answer.status).toBe(200);
    site.now += minute;
    await ask(site.api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    expect((await enter(site.api.from('203.0.113.2'), code)).status).toBe(400);
    expect((await enter(site.api.from('203.0.113.1'), code)).status).toBe(200);
  });

  test("Compares five codes for a request token, and replaces the client's earlier request", async () => {
    const email = 'five@example.com';
    await person(email);
    const from = site.api.from('203.0.113.1');
    const used = await ask(from, email);
    const usedCode = await lastCode(email);
    for (let guess = 0; guess < 5; guess += 1) expect((await enter(from, 'AAAAAAAA', used)).status).toBe(400);
    expect((await enter(from, usedCode, used)).status).toBe(400);
    site.now += minute;
    const earlier = await ask(from, email);
    const earlierCode = await lastCode(email);
    site.now += minute;
    const { body } = await from.post('/user/forgot-password/', { email, request_token: earlier });
    const { request_token: later } = body as { request_token: string };
    expect((await enter(from, earlierCode, earlier)).status).toBe(400);
    expect((await enter(from, await lastCode(email), later)).status).toBe(200);
  });

  test('Refuses an expired request token', async () => {
    const email = 'over@example.com';
    await person(email);
    const requestToken = await ask(site.api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    site.now += 5 * minute;
    expect((await enter(site.api.from('203.0.113.1'), code, requestToken)).status).toBe(400);
  });
});
