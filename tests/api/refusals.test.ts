// The API answers an invalid request with an `error` that is a sentence for a person and makes sense alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

interface Refusal {
  error: string;
  fields: Record<string, string>;
}

let api: TestApi;
let person: Person;

beforeAll(async () => {
  api = await createTestApi('sqlite', { rateLimit: false });
  person = await createPerson(api);
});
afterAll(() => api.product.dispose());

const posted = async (path: string, json: unknown) => await api.post(path, json, person.access);
const sent = async (method: string, path: string, values: Record<string, string>) =>
  await sendForm(api, method, path, values, person);

test.each<[what: string, error: string, send: () => Promise<{ status: number; body: unknown }>]>([
  ['an empty sign-up', 'Enter your first name.', () => posted('/user/', {})],
  [
    'a long first name',
    'Use 60 characters at most for a name.',
    () =>
      posted('/user/', {
        firstname: 'x'.repeat(61),
        lastname: 'O',
        email: 'a@b.ng',
        password: 'x'.repeat(9),
      }),
  ],
  ['a name that is a number', 'Enter your first name.', () => posted('/user/', { firstname: 1 })],
  [
    'a switch that is neither true nor false',
    "'show_email' must be true or false.",
    () => sent('PATCH', `/user/${person.id}/`, { show_email: 'maybe' }),
  ],
  ['a body that is a list', 'The request must be an object.', () => posted('/token/', [])],
  [
    'a long refresh token',
    'Send the refresh token.',
    () => posted('/token/refresh/', { refresh: 'x'.repeat(600) }),
  ],
  [
    'a listing without a name',
    'Enter the name of your app.',
    () => sent('POST', '/app/', { description: 'An app.' }),
  ],
  [
    'a long description',
    'Use 120 characters at most for the description.',
    () => sent('POST', '/app/', { name: 'Mine', description: 'x'.repeat(121), website: 'https://mine.ng' }),
  ],
  [
    'an unknown platform',
    "'platform' must be one of web, mobile, desktop, game.",
    () =>
      sent('POST', '/app/', {
        name: 'Mine',
        description: 'An app.',
        website: 'https://mine.ng',
        platform: 'toaster',
      }),
  ],
  [
    'a filter by an unknown platform',
    "'platform' must be one of web, mobile, desktop, game.",
    () => api.request('/app/?platform=toaster'),
  ],
  [
    'a long search',
    "'search' has more than 100 characters.",
    () => api.request(`/app/?search=${'x'.repeat(101)}`),
  ],
  ['a timeline of nobody', "'user' must be the id of a user.", () => api.request('/timeline/')],
  ['a missing name to look for', 'Give the name to look for.', () => api.request('/app/exists/')],
  ['a release without an app', 'Say which app.', () => sent('POST', '/app/version/', {})],
])('Refuses %s with a sentence that makes sense alone', async (_what, error, send) => {
  const { status, body } = await send();
  const refusal = body as Refusal;
  expect([status, refusal.error]).toEqual([400, error]);
  expect(Object.values(refusal.fields)[0]).toBe(error);
  for (const name of Object.keys(refusal.fields)) expect(refusal.error).not.toMatch(new RegExp(`^${name}:`));
});
