// Apps as a client of the API lists and changes them.
import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { Person } from './people.ts';
import { sendForm, type FormValue } from './send-form.ts';
import type { TestApi } from './test-api.ts';

/** @param current the API of the test file and the owner of its apps, both made in its `beforeAll` */
export function appClient(current: () => { api: TestApi; owner: Person }) {
  let count = 0;
  const send = (method: string, path: string, values: Record<string, FormValue>, as?: Person) =>
    sendForm<AppJson>(current().api, method, path, values, as);

  /** The smallest set of fields that is accepted. */
  const valid = () => ({
    name: `Created ${++count}`,
    description: 'Does one thing well.',
    website: 'https://myapp.ng',
  });

  async function created(values: Record<string, FormValue> = {}): Promise<AppJson> {
    const { status, body } = await send('POST', '/app/', { ...valid(), ...values }, current().owner);
    expect(status, body.error).toBe(201);
    return body;
  }

  const stored = (id: string) => current().api.get<AppJson>(`/app/${id}/`);

  return { send, valid, created, stored };
}
