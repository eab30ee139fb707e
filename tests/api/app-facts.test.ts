// Facts of apps over the API, and what a licence among them does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { appClient } from '../support/app-client.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Facts of apps over the API on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  const { send, created, stored } = appClient(() => ({ api, owner }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  const names = async (query: string) =>
    (await api.get<{ results: AppJson[] }>(`/app/?${query}`)).results.map(({ name }) => name);

  test('Takes facts with a new app, answers and changes them, and finds the app by them', async () => {
    const facts = {
      cac_number: 'rc 1234567',
      size: '24',
      works_offline: 'partly',
      needs_account: 'no',
      ads: 'no',
      price: 'free',
      age: 'all',
      languages: 'hausa,English',
    };
    const app = await created({ name: 'Facts Ledger', ...facts });
    const answered = { ...facts, cac_number: 'RC 1234567', size: '24 MB', languages: 'English,Hausa' };
    expect(app).toMatchObject({ ...answered, licence: '', licence_number: '', licence_holder: '' });
    expect(await stored(app.name_id)).toMatchObject(answered);
    expect(await names('languages=Hausa&price=free')).toEqual(['Facts Ledger']);
    expect(await names('languages=Igbo')).toEqual([]);
    const { body } = await send('PATCH', `/app/${app.id}/`, { languages: 'Igbo', price: '' }, owner);
    expect(body).toMatchObject({ languages: 'Igbo', price: '', size: '24 MB' });
    expect(await names('languages=Igbo')).toEqual(['Facts Ledger']);
    expect(await names('price=free')).toEqual([]);
  });

  test.each([
    ['price', 'cheap'],
    ['works_offline', 'maybe'],
    ['size', 'huge'],
    ['languages', 'Klingon'],
    ['cac_number', 'none'],
    ['licence', 'mine'],
    ['licence_number', 'none'],
    ['licence_holder', 'x'.repeat(121)],
  ])('Refuses the fact %s %j beside its field', async (name, value) => {
    const app = await created();
    const { status, body } = await send('PATCH', `/app/${app.id}/`, { [name]: value }, owner);
    expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([400, [name]]);
  });

  test('Refuses to filter by a value that a fact does not have', async () => {
    expect((await api.request('/app/?price=cheap')).status).toBe(400);
  });

  test('Holds a lender with a CAC number alone, and publishes it with the number of a licence', async () => {
    const { body: app } = await send(
      'POST',
      '/app/',
      {
        name: `Kobo Lender ${engine}`,
        description: 'Borrow up to 50,000 naira.',
        category: 'Finance',
        website: 'https://kobo-lender.ng',
        cac_number: 'RC 1234567',
      },
      owner,
    );
    expect(app.state).toBe('held');
    const path = `/app/${app.id}/`;
    expect((await send('PATCH', path, { licence: 'fccpc' }, owner)).body.state).toBe('held');
    expect((await send('PATCH', path, { licence_number: 'DML/2023/114' }, owner)).body.state).toBe('public');
    expect((await send('PATCH', path, { licence_number: '' }, owner)).body.state).toBe('held');
  });
});
