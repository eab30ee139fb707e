// Members of staff with a session at the desk, made without the ceremony of a second factor.
import type { Role } from '../../src/lib/shared/schemas/roles.ts';
import { createPerson, sessionOf, type Person } from './people.ts';
import type { TestApi } from './test-api.ts';

/** @param factorAt when the session proved a second factor; null for never */
export async function createStaff(
  api: TestApi,
  role: Role = 'moderator',
  factorAt: number | null = api.product.clock(),
): Promise<Person> {
  const person = await createPerson(api);
  await api.product.db.write((trx) =>
    trx.updateTable('users').set({ role }).where('id', '=', person.id).execute(),
  );
  await proveFactor(api, person, factorAt);
  return person;
}

export async function proveFactor(
  { product }: TestApi,
  { access }: Person,
  factorAt: number | null,
): Promise<void> {
  await product.db.write((trx) =>
    trx.updateTable('sessions').set({ factor_at: factorAt }).where('id', '=', sessionOf(access)).execute(),
  );
}
