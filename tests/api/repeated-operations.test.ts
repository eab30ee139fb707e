// Every write of the API, sent twice with one Idempotency-Key: it is done once, and both answers are the same. A write
// that takes no key says why in the description.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealLink } from '../../src/lib/server/moderation/links.ts';
import { questionPath } from '../../src/lib/server/moderation/reports/questions.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { appCode, SoftPasskey } from '../support/authenticator.ts';
import { caseOf, listApp, openCase, ruling } from '../support/desk-cases.ts';
import { everyRow } from '../support/every-row.ts';
import { askNewPasskey, atSite } from '../support/factors.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { startOutsideWorld, type OutsideWorld } from '../support/outside-world.ts';
import { createPerson, sessionOf, type Person } from '../support/people.ts';
import { pickableApps } from '../support/pickable-apps.ts';
import { picture } from '../support/pictures.ts';
import { proofFile } from '../support/proving.ts';
import { createStaff, proveFactor } from '../support/staff.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';

interface Operation {
  parameters?: { $ref?: string }[];
  'x-no-idempotency-key'?: string;
}

describe.each(engines)('Every write that is sent twice on %s', (engine) => {
  let world: OutsideWorld;
  let api: TestApi;
  let admin: Person;
  let person: Person;
  let app: AppJson;
  let shot: Buffer;
  let now = Date.now();
  const repeated = new Set<string>();

  beforeAll(async () => {
    world = await startOutsideWorld();
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, env: world.env });
    admin = await createStaff(api, 'admin');
    person = await createPerson(api);
    app = await listApp(api, person);
    shot = await picture(90, 160);
  });
  afterAll(async () => {
    await api.product.dispose();
    await world.stop();
  });

  const codeTo = async (email: string): Promise<string> => {
    await api.product.outbox.flush();
    return codeIn((await mailsIn(api.product.config.dataDir)).findLast(({ to }) => to === email));
  };

  interface Sent {
    as?: Person;
    json?: object;
    files?: Record<string, string | Buffer>;
  }

  /** @param operation with the values of its parameters: `POST /app/{id=…}/` */
  async function twice<Body = Record<string, unknown>>(operation: string, { as, json, files }: Sent = {}) {
    const [method = '', target = ''] = operation.split(' ');
    const headers = {
      'idempotency-key': randomUUID(),
      ...(as && { authorization: `Bearer ${as.access}` }),
      ...(json && { 'content-type': 'application/json' }),
    };
    const send = async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(files ?? {}))
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value)]), 'shot.png');
      const body = files ? form : json && JSON.stringify(json);
      const answer = await api.request(target.replaceAll(/\{\w+=([^}]*)\}/g, '$1'), {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      // What the write began ends first: it is not done by the second request.
      await api.product.jobs.flush();
      await api.product.outbox.flush();
      return { ...answer, rows: await everyRow(api.product.db) };
    };
    const first = await send();
    expect([operation, first.status, first.body]).toEqual([
      operation,
      expect.toBeOneOf([200, 201, 202]),
      first.body,
    ]);
    const second = await send();
    expect([operation, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      operation,
      first.status,
      'true',
    ]);
    expect(second.body).toEqual(first.body);
    expect(second.rows).toEqual(first.rows);
    repeated.add(`${method} ${target.replaceAll(/=[^}]*/g, '')}`);
    return first.body as Body;
  }

  test('Apps, releases and screenshots', async () => {
    const form = { name: 'Twice', description: 'An app.', website: 'https://myapp.ng', screenshot: shot };
    const { id, screenshot } = await twice<AppJson>('POST /app/', { as: person, files: form });
    await twice(`PATCH /app/{name_id=${id}}/`, { as: person, files: { name: 'Twice Two', logo: shot } });
    const release = { app: id, version: '0.2.0', latest_feature: 'New.', release_type: 'BETA' };
    const added = await twice<{ id: string }>('POST /app/version/', { as: person, files: release });
    await twice(`PATCH /app/version/{id=${added.id}}/`, { as: person, files: { latest_feature: 'Newer.' } });
    await twice(`DELETE /app/version/{id=${added.id}}/`, { as: person });
    const path = `/app/screenshot/{id=${screenshot[0]?.id ?? ''}}`;
    await twice(`PATCH ${path}/update/`, { as: person, files: { screenshots: await picture(91, 160) } });
    await twice(`PATCH ${path}/delete/`, { as: person, files: { screenshots: shot } });
    await twice(`DELETE ${path}/delete/`, { as: person });
    await twice(`DELETE /app/{name_id=${id}}/`, { as: person });
  });

  test('Accounts and passwords', async () => {
    const email = 'twice@example.com';
    const signup = { firstname: 'Ada', lastname: 'Obi', email, password };
    const { id } = await twice<{ id: string }>('POST /user/', { json: signup });
    now += 61_000;
    await twice('POST /user/resend-registration-code/', { json: { email, id } });
    const verified = await twice<{ data: { access: string } }>('POST /user/verify/', {
      json: { id, code: await codeTo(email) },
    });
    const owner = { id, email, access: verified.data.access };
    const other = (await api.post('/token/', { email, password })).body as { access: string };
    await twice('POST /user/sessions/end/', { as: owner, json: { password, id: sessionOf(other.access) } });
    await twice(`PATCH /user/{id=${id}}/`, { as: owner, files: { about_me: 'Builds.', dp: shot } });
    const changed = await twice<{ access: string }>(`POST /user/{id=${id}}/change-password/`, {
      as: owner,
      json: { current_password: password, new_password: 'another horse battery' },
    });
    const { request_token } = await twice('POST /user/forgot-password/', { json: { email } });
    const { reset_token } = await twice('POST /user/verify-password/', {
      json: { code: await codeTo(email), request_token },
    });
    const set = { email, password, confirm_password: password, reset_token };
    await twice('POST /user/set-password/', { json: set });
    expect(changed.access).not.toBe('');
    const back = (await api.post('/token/', { email, password })).body as { access: string };
    owner.access = back.access;
    await twice('PUT /user/me/saved/', {
      as: owner,
      json: { apps: [{ id: app.id, clock: 1, saved: true }] },
    });
    await twice('PUT /user/me/follows/', { as: owner, json: { subject: `app:${app.id}`, follow: true } });
    await twice('PUT /user/me/notices/', { as: owner, json: { app_mail: 'never' } });
    await twice(`POST /user/{id=${id}}/delete/`, { as: owner, json: { password } });
  });

  test('Second factors', async () => {
    const owner = await createPerson(api);
    const begun = await twice<{ secret: string }>('POST /user/factors/authenticator/', {
      as: owner,
      json: { password },
    });
    const { recovery_codes } = await twice('POST /user/factors/authenticator/confirm/', {
      as: owner,
      json: { code: appCode(begun.secret, now) },
    });
    expect(recovery_codes).toHaveLength(10);
    now += 30_000;
    await twice('POST /user/factors/prove/', { as: owner, json: { code: appCode(begun.secret, now) } });
    const { token, options } = await askNewPasskey(api, owner);
    const passkey = new SoftPasskey().create(options, atSite);
    const added = await twice<{ factors: { passkeys: { id: string }[] } }>('POST /user/factors/passkeys/', {
      as: owner,
      json: { token, name: 'Phone', passkey },
    });
    const id = added.factors.passkeys[0]?.id ?? '';
    await twice(`PATCH /user/factors/passkeys/{id=${id}}/`, { as: owner, json: { name: 'Old phone' } });
    const made = await twice('POST /user/factors/recovery-codes/', { as: owner, json: {} });
    expect(made['recovery_codes']).toHaveLength(10);
    await twice(`POST /user/factors/passkeys/{id=${id}}/remove/`, { as: owner, json: {} });
    await twice('POST /user/factors/authenticator/remove/', { as: owner, json: {} });
  });

  test('Reports and appeals', async () => {
    const message = 'It says that it is free, and it is not.';
    const form = { about: `app:${app.id}`, reason: 'facts', message };
    const email = 'guest@example.com';
    const guest = { ...form, name: 'Guest', email };
    const { request } = await twice('POST /report/', { json: guest });
    await twice('POST /report/confirm/', { json: { request, code: await codeTo(email) } });
    const reporter = await createPerson(api);
    await twice('POST /report/', { as: reporter, json: form });
    const { db, secret } = api.product;
    const { id, case_id } = await db.read
      .selectFrom('reports')
      .select(['id', 'case_id'])
      .where('reporter_id', '=', reporter.id)
      .executeTakeFirstOrThrow();
    const question = questionPath(secret, case_id ?? '', person.id).replace('/answer/', '');
    await twice(`POST /report/answer/{token=${question}}/`, { json: { answer: 'mended' } });
    const link = sealLink(secret, 'appeal-reporter', id);
    await twice(`POST /appeal/{token=${link}}/`, { json: { message: 'It is still not free.' } });
  });

  test('Cases, decisions and bulk actions', async () => {
    const opened = async () => {
      const { id } = await listApp(api, person);
      const { number } = await openCase(api, { subject: { kind: 'app', id }, ownerId: person.id });
      return {
        id,
        path: `/desk/cases/{number=${number}}`,
        version: async () => (await caseOf(api, admin, number)).version,
      };
    };
    const { path, version } = await opened();
    const act = async (part: string, json: object) =>
      await twice(`POST ${path}/${part}/`, { as: admin, json: { version: await version(), ...json } });
    await act('claim', {});
    await act('release', {});
    await act('hand-over', { to: admin.id });
    await act('notes', { text: 'Seen before.' });
    await act('messages', { to: 'owner', text: 'Please look at it.' });
    await act('decisions', { action: 'remove', ...ruling });
    const { id } = await opened();
    const bulk = await twice('POST /desk/bulk/', {
      as: admin,
      json: { action: 'remove', ...ruling, listings: [id] },
    });
    await api.product.jobs.flush();
    await twice(`POST /desk/bulk/{number=${String(bulk['number'])}}/undo/`, { as: admin });
    const template = { name: 'Hello', use: 'owner', body: 'Hello.' };
    const added = await twice('POST /desk/templates/', { as: admin, json: template });
    const target = `/desk/templates/{id=${String(added['id'])}}/`;
    await twice(`PATCH ${target}`, { as: admin, json: { ...template, body: 'Good day.' } });
    await twice(`DELETE ${target}`, { as: admin });
  });

  test('Rules', async () => {
    const rules = [
      ['names', { name: 'Reserved Twice' }, { note: 'Ours.' }],
      ['links', { host: 'spam-twice.example.com', reason: 'Spam.' }, { reason: 'More spam.' }],
      [
        'restrictions',
        { kind: 'network', pattern: '192.0.2.7/32', action: 'publish', reason: 'Spam.' },
        { reason: 'More spam.' },
      ],
    ] as const;
    for (const [kind, form, change] of rules) {
      const { id } = await twice(`POST /desk/${kind}/`, { as: admin, json: form });
      await twice(`PATCH /desk/${kind}/{id=${String(id)}}/`, { as: admin, json: change });
      await twice(`DELETE /desk/${kind}/{id=${String(id)}}/`, { as: admin });
    }
  });

  test('Settings, categories and shelves', async () => {
    const post = (path: string, json: object) => twice(`POST /desk/${path}/`, { as: admin, json });
    await post('site/contact', { version: 0, email: 'help@apps.ng' });
    await post('site/data-price', { version: 0, naira_per_gb: 500 });
    await post('site/announcement', { version: 0, text: 'Tonight nobody can list an app.' });
    await post('site/announcement/remove', { version: 1 });
    await post('categories', { name: 'Fishing' });
    const name = { version: 1, name: 'Fishery' };
    await twice('PATCH /desk/categories/{id=fishing}/', { as: admin, json: name });
    await post('categories/{id=fishing}/remove', { version: 2 });
    await post('categories', { name: 'Hunting' });
    await post('categories/{id=hunting}/merge', { version: 1, into: 'news' });
    const picked = await (await pickableApps(api.product, person.id))();
    const shelf = {
      slot: 'day',
      title: 'App of the day',
      from: '2096-11-20T23:00:00.000Z',
      until: '2096-11-21T23:00:00.000Z',
      apps: [picked.id],
    };
    const added = await post('shelves', shelf);
    const id = String(added['id']);
    await twice(`PATCH /desk/shelves/{id=${id}}/`, {
      as: admin,
      json: { ...shelf, title: 'Look at this', version: added['version'] },
    });
    await post(`shelves/{id=${id}}/remove`, { version: 2 });
  });

  test('Accounts of others, and proofs', async () => {
    const member = await createPerson(api);
    const pending = await createPerson(api, { verified: false });
    await proveFactor(api, admin, now);
    const path = `POST /desk/accounts/{id=${member.id}}`;
    await twice(`${path}/role/`, { as: admin, json: { role: 'moderator' } });
    await twice(`${path}/role/`, { as: admin, json: { role: 'member' } });
    await twice(`${path}/app-limit/`, { as: admin, json: { app_limit: 600 } });
    await twice(`${path}/end-sessions/`, { as: admin });
    now += 61_000;
    await twice(`POST /desk/accounts/{id=${pending.id}}/verification/`, { as: admin });
    await twice(`${path}/delete/`, { as: admin, json: { email: member.email } });
    const domain = `twice-${engine}.com.ng`;
    const values = { name: `Twice ${engine}`, description: 'An app.', website: `https://${domain}/` };
    const { id, name_id: nameId } = (await api.post('/app/', values, person.access)).body as AppJson;
    const headers = { authorization: `Bearer ${person.access}` };
    const { token } = (await api.request(`/app/${id}/proof/`, { headers })).body as { token: string };
    world.host(domain, { [proofFile]: token });
    await twice(`POST /app/{name_id=${id}}/proof/`, { as: person, json: { way: 'file' } });
    await twice(`POST /desk/listings/{name_id=${nameId}}/proof/`, {
      as: admin,
      json: { action: 'block', reason: 'The domain was sold to somebody else.' },
    });
  });

  test('The description names every one of them, and why the others take no key', async () => {
    const { paths } = await api.get<{ paths: Record<string, Record<string, Operation>> }>('/openapi.json');
    const writes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get')
        .map(([method, operation]) => ({
          name: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
          takesKey: operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? false,
          why: operation['x-no-idempotency-key'],
        })),
    );
    expect(writes.length).toBeGreaterThan(80);
    for (const { name, takesKey, why } of writes) expect([name, takesKey]).toEqual([name, why === undefined]);
    const keyed = writes.filter(({ takesKey }) => takesKey).map(({ name }) => name);
    expect([...repeated].sort()).toEqual(keyed.sort());
    expect(Object.fromEntries(writes.flatMap(({ name, why }) => (why === undefined ? [] : [[name, why]]))))
      .toMatchInlineSnapshot(`
      {
        "POST /app/import/": "It changes nothing.",
        "POST /app/{id}/taps/": "A visitor counts once a day.",
        "POST /desk/bulk/preview/": "It changes nothing.",
        "POST /desk/cases/{number}/decisions/preview/": "It changes nothing.",
        "POST /logout/": "A session that is over is answered the same.",
        "POST /token/": "The tokens of a login are not kept: log in again.",
        "POST /token/factor/": "The tokens of a login are not kept: log in again.",
        "POST /token/factor/options/": "A new challenge takes the place of the one before.",
        "POST /token/refresh/": "A repeated token gets the same successor for ten seconds.",
        "POST /user/factors/passkeys/options/": "A new challenge takes the place of the one before.",
        "POST /user/factors/prove/options/": "A new challenge takes the place of the one before.",
        "POST /user/{id}/export/": "It changes nothing, and its answer is a file.",
        "POST /user/{id}/export/download/": "It changes nothing, and its answer is a file.",
      }
    `);
    expect(api.faults).toEqual([]);
  });
});
