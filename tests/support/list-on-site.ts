// Lists apps on a test site through its API, and reads their releases.
import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import type { Person } from './people.ts';
import { sendForm, type FormValue } from './send-form.ts';
import type { TestSite } from './test-site.ts';

export async function list(
  site: TestSite,
  person: Person,
  facts: Record<string, FormValue>,
): Promise<AppJson> {
  const form = { description: 'Keeps the books.', website: 'https://one.ng', ...facts };
  const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', form, person);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

export async function releasesOf(site: TestSite, appId: string): Promise<string[]> {
  const page = await site.api.get<{ results: VersionJson[] }>(`/app/version/?app=${appId}`);
  return page.results.map(({ id }) => id);
}
