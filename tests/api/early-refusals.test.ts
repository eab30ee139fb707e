// Permission is checked before the body is read: a refusal must not cost the transfer of 25 MB, nor the disk
// space for it.
import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { picture } from '../support/pictures.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine, siteUrl } from '../support/test-product.ts';

interface Described {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>;
}

/** @returns the status, and how many pieces of the body were read */
async function send(
  api: TestApi,
  [method, path]: readonly [string, string],
  person: Person | null,
  type: string,
): Promise<{ status: number; pulled: number }> {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(Buffer.alloc(1_000));
        if (pulled === 50) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: { 'content-type': type, ...(person && { authorization: `Bearer ${person.access}` }) },
    body: body as unknown as BodyInit,
    duplex: 'half',
  };
  const { status } = await api.fetch(new Request(`${siteUrl}/api/v1${path}`, init));
  return { status, pulled };
}

describe.each(oneEngine)('Early refusals on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let unverified: Person;
  let app: AppJson;
  beforeEach(async () => {
    api = await createTestApi(engine);
    [owner, other, unverified] = [
      await createPerson(api),
      await createPerson(api),
      await createPerson(api, { verified: false }),
    ];
    const form = { name: 'Mine', description: 'An app.', website: 'https://mine.ng' };
    const made = await sendForm<AppJson>(
      api,
      'POST',
      '/app/',
      { ...form, screenshot: await picture(64, 64) },
      owner,
    );
    expect(made.status).toBe(201);
    app = made.body;
  });
  afterEach(() => api.product.dispose());

  test.each(['multipart/form-data; boundary=b', 'application/json'])(
    'Refuses %s without reading the body',
    async (type) => {
      const screenshot = `/app/screenshot/${app.screenshot[0]?.id ?? ''}`;
      const update = ['PATCH', `/app/${app.id}/`] as const;
      const unknownId = '01a00000-0000-7000-8000-000000000000';
      const cases: [readonly [string, string], Person | null, number][] = [
        [['POST', '/app/'], null, 401],
        [['POST', '/app/'], unverified, 403],
        [['POST', '/app/version/'], null, 401],
        [['POST', '/app/version/'], unverified, 403],
        [update, null, 401],
        [update, other, 403],
        [update, unverified, 403],
        [['PATCH', '/app/not-there/'], owner, 404],
        [['PATCH', '/app/category_list/'], owner, 405],
        [['PATCH', `/user/${owner.id}/`], null, 401],
        [['PATCH', `/user/${owner.id}/`], other, 403],
        [['PATCH', `/user/${unknownId}/`], owner, 404],
        [['PATCH', `${screenshot}/update/`], null, 401],
        [['PATCH', `${screenshot}/update/`], other, 403],
        [['PATCH', `${screenshot}/delete/`], other, 403],
        [['PATCH', `/app/screenshot/${unknownId}/update/`], owner, 404],
        [['PATCH', '/nothing/here/'], owner, 404],
      ];
      for (const [route, person, status] of cases)
        expect([route, await send(api, route, person, type)]).toEqual([route, { status, pulled: 0 }]);
      // The body of an allowed request is read; otherwise the zeros above would prove nothing.
      const { pulled } = await send(api, update, owner, type);
      expect(pulled).toBeGreaterThan(0);
    },
  );

  test('Refuses a body of 300 kB on every route that takes one', async () => {
    const { paths } = await api.get<Described>('/openapi.json');
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        requestBody
          ? [[method.toUpperCase(), path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, owner.id)] as const]
          : [],
      ),
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const [method, path] of routes) {
      const { status, headers } = await api.request(path, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.access}` },
        body: `{"a":"${'x'.repeat(300_000)}"}`,
      });
      expect([method, path, status, headers.get('content-type')]).toEqual([
        method,
        path,
        // A missing resource is answered before the body is read.
        [`/app/${owner.id}`, `/version/${owner.id}`, 'screenshot'].some((part) => path.includes(part)) &&
        !path.endsWith('/proof/')
          ? 404
          : 413,
        'application/json',
      ]);
    }
  });
});
