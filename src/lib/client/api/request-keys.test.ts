import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let stored: Map<string, string>;

/** The module in its state after a page load. */
async function openPage() {
  vi.resetModules();
  return await import('./request-keys.ts');
}

beforeEach(() => {
  stored = new Map();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const body = { latest_feature: 'New' };

function withLogo(bytes: string, name: string, lastModified = 1): FormData {
  const form = new FormData();
  form.set('logo', new File([bytes], name, { lastModified }));
  return form;
}

test('Keeps the key of a write until it is answered', async () => {
  const { keyOfWrite } = await openPage();
  const first = await keyOfWrite('POST', '/app/version/', body);
  expect(first.value).toMatch(/^[0-9a-f]{32}$/);
  expect((await keyOfWrite('POST', '/app/version/', body)).value).toBe(first.value);
  first.answered(201);
  expect((await keyOfWrite('POST', '/app/version/', body)).value).not.toBe(first.value);
});

test('Gives another content, address or method another key', async () => {
  const { keyOfWrite } = await openPage();
  const sent: [string, string, Record<string, string> | FormData | undefined][] = [
    ['POST', '/app/version/', body],
    ['POST', '/app/version/', { latest_feature: 'Newer' }],
    ['PATCH', '/app/version/', body],
    ['POST', '/app/', body],
    ['DELETE', '/app/', undefined],
    ['POST', '/app/', withLogo('x', 'a.png')],
    ['POST', '/app/', withLogo('x', 'b.png')],
    ['POST', '/app/', withLogo('y', 'a.png')],
  ];
  const keys = [];
  for (const one of sent) keys.push((await keyOfWrite(...one)).value);
  expect(new Set(keys).size).toBe(sent.length);
});

test('Keeps the key of a picture that is read again', async () => {
  const key = await (await openPage()).keyOfWrite('POST', '/app/', withLogo('x', 'a.png', 1));
  const { keyOfWrite } = await openPage();
  expect((await keyOfWrite('POST', '/app/', withLogo('x', 'a.png', 2))).value).toBe(key.value);
});

test('Gives each change of texts a new key, so that the last one wins', async () => {
  const { keyOfWrite } = await openPage();
  const first = await keyOfWrite('PATCH', '/user/1/', { show_phone: 'false' });
  (await keyOfWrite('PATCH', '/user/1/', { show_phone: 'true' })).answered(200);
  const again = await keyOfWrite('PATCH', '/user/1/', { show_phone: 'false' });
  expect(again.value).not.toBe(first.value);
  expect(stored.size).toBe(0);
});

describe.each([
  ['in the page', false],
  ['after the page was loaded again', true],
])('The key of a write without an answer, %s', (_, isReloaded) => {
  const [one, other] = [withLogo('x', 'a.png'), withLogo('y', 'a.png')];

  test('Gives an unanswered write another key after another write to the same address', async () => {
    const first = await openPage();
    const lost = await first.keyOfWrite('PATCH', '/app/1/', one);
    const { keyOfWrite } = isReloaded ? await openPage() : first;
    (await keyOfWrite('PATCH', '/app/1/', other)).answered(200);
    expect((await keyOfWrite('PATCH', '/app/1/', one)).value).not.toBe(lost.value);
  });

  test('Gives an unanswered write another key after a change of texts or a deletion at the same address', async () => {
    for (const [method, path] of [
      ['PATCH', '/app/1/'],
      ['DELETE', '/app/screenshot/1/delete/'],
    ] as const) {
      const first = await openPage();
      const lost = await first.keyOfWrite('PATCH', '/app/1/', one);
      const { keyOfWrite } = isReloaded ? await openPage() : first;
      (await keyOfWrite(method, path, {})).answered(200);
      expect((await keyOfWrite('PATCH', '/app/1/', one)).value).not.toBe(lost.value);
    }
  });

  test('Keeps the key of an unanswered write after a creation at the same address', async () => {
    const first = await openPage();
    const lost = await first.keyOfWrite('POST', '/app/version/', { app: '1' });
    const { keyOfWrite } = isReloaded ? await openPage() : first;
    (await keyOfWrite('POST', '/app/version/', { app: '2' })).answered(201);
    expect((await keyOfWrite('POST', '/app/version/', { app: '1' })).value).toBe(lost.value);
  });

  test('Keeps the key of an unanswered write after a refused write, or one to another address', async () => {
    const first = await openPage();
    const lost = await first.keyOfWrite('PATCH', '/app/1/', one);
    const { keyOfWrite } = isReloaded ? await openPage() : first;
    (await keyOfWrite('PATCH', '/app/1/', other)).answered(400);
    (await keyOfWrite('PATCH', '/app/2/', other)).answered(200);
    expect((await keyOfWrite('PATCH', '/app/1/', one)).value).toBe(lost.value);
  });
});

test('Drops a key when another tab has undone its write', async () => {
  const [here, there] = [await openPage(), await openPage()];
  const lost = await here.keyOfWrite('PATCH', '/app/1/', withLogo('x', 'a.png'));
  (await there.keyOfWrite('PATCH', '/app/1/', withLogo('y', 'a.png'))).answered(200);
  const again = await here.keyOfWrite('PATCH', '/app/1/', withLogo('x', 'a.png'));
  expect(again.value).not.toBe(lost.value);
});

test.each([401, 408, 409, 429, 500, 503])(
  'Keeps the key of a write after an answer of %i, which does not say whether it was done',
  async (status) => {
    const { keyOfWrite } = await openPage();
    const key = await keyOfWrite('POST', '/app/', body);
    key.answered(status);
    expect((await keyOfWrite('POST', '/app/', body)).value).toBe(key.value);
  },
);

test('Keeps the key of an unanswered write for a day, also after a reload', async () => {
  const key = await (await openPage()).keyOfWrite('POST', '/app/', body);
  expect((await (await openPage()).keyOfWrite('POST', '/app/', body)).value).toBe(key.value);
  vi.advanceTimersByTime(24 * 3_600_000 + 1);
  expect((await (await openPage()).keyOfWrite('POST', '/app/', body)).value).not.toBe(key.value);
});

test('Leaves nothing in the browser after an answer or for a deleted account', async () => {
  const { keyOfWrite, dropRequestKeys } = await openPage();
  (await keyOfWrite('POST', '/app/', body)).answered(201);
  expect([...stored.keys()]).toEqual([]);
  await keyOfWrite('POST', '/app/', body);
  expect([...stored.keys()]).toEqual(['unanswered_writes']);
  dropRequestKeys();
  expect([...stored.keys()]).toEqual([]);
});

test('Stores no typed text, and no digest of a password', async () => {
  const { keyOfWrite } = await openPage();
  await keyOfWrite('POST', '/app/', body);
  expect([...stored.values()].join()).not.toContain('New');
  stored.clear();
  const secret = { email: 'ada@example.com', password: 'correct horse battery' };
  const key = await keyOfWrite('POST', '/user/', secret);
  expect(stored.size).toBe(0);
  expect((await keyOfWrite('POST', '/user/', secret)).value).toBe(key.value);
});

test('Makes keys of writes without storage and without https', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { keyOfWrite } = await openPage();
  const key = await keyOfWrite('POST', '/app/', body);
  expect((await keyOfWrite('POST', '/app/', body)).value).toBe(key.value);
  expect(stored.size).toBe(0);
});
