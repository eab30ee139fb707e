// A profile as a client of the API changes and reads it.
import type { OwnUserJson, UserJson } from '../../src/lib/shared/schemas/users.ts';
import type { Person } from './people.ts';
import { sendForm, type FormValue } from './send-form.ts';
import type { TestApi } from './test-api.ts';

/** @param current the API of the test file and the owner of the profile, both made in its `beforeAll` */
export function profileClient(current: () => { api: TestApi; ada: Person }) {
  const change = (values: Record<string, FormValue>, as = current().ada, of = current().ada) =>
    sendForm<OwnUserJson>(current().api, 'PATCH', `/user/${of.id}/`, values, as);
  const profile = () => current().api.get<UserJson>(`/user/${current().ada.id}/`);
  return { change, profile };
}
