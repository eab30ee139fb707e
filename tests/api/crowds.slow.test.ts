// Listings that are held because many come at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Crowds of listings on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1, 12);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  const list = async (name: string, as: Person, from: TestApi) => {
    const facts = { name, description: 'It does one thing.', website: 'https://one.ng' };
    const { status, body } = await from.post('/app/', facts, as.access);
    expect([status, body]).toEqual([201, expect.anything()]);
    return (body as AppJson).state;
  };
  async function later(person: Person, ms: number): Promise<void> {
    now += ms;
    const { body } = await api.post('/token/', { email: person.email, password: 'correct horse battery' });
    person.access = (body as { access: string }).access;
  }

  test('Holds the third listing of an account within a day, and none a day later', async () => {
    const ada = await createPerson(api);
    expect(await list('First of three', ada, api)).toBe('public');
    expect(await list('Second of three', ada, api)).toBe('public');
    expect(await list('Third of three', ada, api)).toBe('held');
    await later(ada, 25 * 3_600_000);
    expect(await list('Fourth of four', ada, api)).toBe('public');
  });

  test('Counts listings of an account that come at once one after the other', async () => {
    const ada = await createPerson(api);
    const states = await Promise.all(
      Array.from({ length: 4 }, (_, number) => list(`At once ${number}`, ada, api)),
    );
    expect(states.toSorted()).toEqual(['held', 'held', 'public', 'public']);
  });

  test('Holds the first listings of a new account from a network where another new account listed', async () => {
    const one = await createPerson(api);
    const two = await createPerson(api);
    expect(await list('From one network', one, api.from('203.0.113.7'))).toBe('public');
    expect(await list('From the same network', two, api.from('203.0.113.200'))).toBe('held');
    const other = await createPerson(api);
    expect(await list('From elsewhere', other, api.from('198.51.100.7'))).toBe('public');
    await later(two, 25 * 3_600_000);
    expect(await list('A day later', two, api.from('203.0.113.7'))).toBe('public');
  });

  test('Removes networks after a day', async () => {
    const ada = await createPerson(api);
    await list('To be forgotten', ada, api.from('203.0.113.77'));
    const count = async () =>
      (await api.product.db.read.selectFrom('listing_networks').selectAll().execute()).length;
    expect(await count()).toBeGreaterThan(0);
    await later(ada, 25 * 3_600_000);
    await api.product.services.rules.sweep();
    expect(await count()).toBe(0);
  });
});
