import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from '../../shared/zod.ts';
import { callApi } from './api.ts';
import { freshAccess, refreshSession } from '../session/keep-session.ts';

vi.mock('../session/keep-session.ts', () => ({ freshAccess: vi.fn(), refreshSession: vi.fn() }));
const request = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', request);

const shape = z.object({ id: z.string() });

function answerWith(...answers: [status: number, body: unknown][]): void {
  for (const [status, body] of answers) request.mockResolvedValueOnce(Response.json(body, { status }));
}

const bearers = () =>
  request.mock.calls.map(([, options]) => new Headers(options?.headers).get('authorization'));

beforeEach(() => {
  request.mockReset();
  vi.mocked(freshAccess).mockReset().mockResolvedValue('a1');
  vi.mocked(refreshSession).mockReset();
});

describe('callApi', () => {
  test('Sends the access token and the body with a call of the API', async () => {
    answerWith([200, { id: 'x' }]);
    expect(await callApi('POST', '/user/', shape, { body: { a: 'b&c' } })).toEqual({
      kind: 'ok',
      data: { id: 'x' },
    });
    expect(request.mock.calls[0]?.[0]).toBe('/api/v1/user/');
    expect([...(request.mock.calls[0]?.[1]?.body as FormData)]).toEqual([['a', 'b&c']]);
    expect(bearers()).toEqual(['Bearer a1']);
  });

  test('Sends no access token without a session, or for an anonymous call', async () => {
    answerWith([200, { id: 'x' }], [200, { id: 'x' }]);
    await callApi('GET', '/', shape, { anonymous: true });
    vi.mocked(freshAccess).mockResolvedValue(null);
    await callApi('GET', '/', shape);
    expect(bearers()).toEqual([null, null]);
  });

  test('Returns the messages of a refusal, and empty ones for a foreign error page', async () => {
    const fields = { email: 'No.' };
    answerWith([400, { error: 'No.', fields }]);
    expect(await callApi('GET', '/', shape)).toEqual({
      kind: 'refused',
      status: 400,
      error: 'No.',
      fields,
    });
    const nothing = { kind: 'refused', status: 502, error: '', fields: {} };
    request.mockResolvedValueOnce(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    expect(await callApi('GET', '/', shape)).toEqual(nothing);
    for (const foreign of [{}, [], null, 'down', { fields: null, id: 7 }]) {
      answerWith([502, foreign]);
      expect(await callApi('GET', '/', shape)).toStrictEqual(nothing);
    }
    answerWith([400, { error: 1, fields: { a: 2, b: 'c' } }]);
    expect(await callApi('GET', '/', shape)).toMatchObject({ error: '', fields: { b: 'c' } });
  });

  test('Reports a missing or foreign answer as a network failure', async () => {
    request.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await callApi('GET', '/', shape)).toEqual({ kind: 'network' });
    request.mockResolvedValueOnce(new Response('<h1>Welcome to our Wi-Fi</h1>'));
    expect(await callApi('GET', '/', shape)).toEqual({ kind: 'network' });
    answerWith([200, { other: 1 }]);
    expect(await callApi('GET', '/', shape)).toEqual({ kind: 'network' });
  });

  test('Exchanges the access token after a 401, and tries the call once more', async () => {
    answerWith([401, {}], [200, { id: 'x' }]);
    vi.mocked(freshAccess).mockResolvedValueOnce('a1').mockResolvedValueOnce('a2');
    vi.mocked(refreshSession).mockResolvedValueOnce('fresh');
    expect(await callApi('GET', '/', shape)).toMatchObject({ kind: 'ok' });
    expect(refreshSession).toHaveBeenCalledExactlyOnceWith('a1');
    expect(bearers()).toEqual(['Bearer a1', 'Bearer a2']);

    answerWith([401, {}], [401, {}]);
    vi.mocked(refreshSession).mockResolvedValueOnce('fresh');
    expect(await callApi('GET', '/', shape)).toMatchObject({ kind: 'refused', status: 401 });
    expect(request).toHaveBeenCalledTimes(4);
  });

  test('Returns the 401 of an ended session, and a network failure if the exchange of tokens fails', async () => {
    answerWith([401, { error: 'Kindly login to proceed' }], [401, {}]);
    vi.mocked(refreshSession).mockResolvedValueOnce('ended').mockResolvedValueOnce('unavailable');
    expect(await callApi('GET', '/', shape)).toMatchObject({
      kind: 'refused',
      status: 401,
      error: 'Kindly login to proceed',
    });
    expect(await callApi('GET', '/', shape)).toEqual({ kind: 'network' });
  });

  test('Exchanges no tokens after the 401 of an anonymous call', async () => {
    answerWith([401, { error: 'Invalid login credentials' }]);
    expect(await callApi('POST', '/token/', shape, { anonymous: true })).toMatchObject({ status: 401 });
    expect(refreshSession).not.toHaveBeenCalled();
  });
});
