// The short address of a profile, its JSON Résumé, and what an employer reads on the page.
import schema from '@jsonresume/schema/schema.json' with { type: 'json' };
import { validate, type Schema } from 'jsonschema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumeOf } from '../../src/lib/shared/page/json-resume.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { oneEngine } from '../support/test-product.ts';

interface Resume {
  basics: Record<string, unknown>;
  skills: { name: string; keywords: string[] }[];
  projects: { name: string }[];
}

describe.each(oneEngine)('A profile for employers on %s', (engine) => {
  let site: TestSite;
  let ada: Person;
  const change = (fields: Record<string, string>) =>
    sendForm(site.api, 'PATCH', `/user/${ada.id}/`, fields, ada);
  const resume = async (path: string): Promise<Resume> => {
    const answer: unknown = JSON.parse((await site.get(path)).text);
    expect(validate(answer, schema as Schema).errors.map(({ stack }) => stack)).toEqual([]);
    return answer as Resume;
  };

  beforeAll(async () => {
    site = await createTestSite(engine);
    ada = await createPerson(site.api);
    const app = { description: 'Does one thing.', website: 'https://one.ng' };
    for (const [name, category] of [
      ['Harmattan Ledger', 'Books,News'],
      ['Danfo Radar', 'News'],
    ] as const)
      expect((await sendForm(site.api, 'POST', '/app/', { ...app, name, category }, ada)).status).toBe(201);
    expect((await change({ handle: 'ada-obi', tags: 'kotlin', show_email: 'false' })).status).toBe(200);
  }, 120_000);
  afterAll(() => site.dispose());

  test('Leads from the short address to the profile', async () => {
    const { status, headers } = await site.get('/@Ada-Obi');
    expect([status, headers.get('location')]).toEqual([301, '/u/ada-obi']);
    expect((await site.get('/@Ada-Obi.json')).headers.get('location')).toBe('/@ada-obi.json');
    expect((await site.get('/@nobody.json')).status).toBe(404);
  });

  test('Gives a résumé of what somebody built, without contact details that they hide', async () => {
    const { headers, text } = await site.get('/@ada-obi.json');
    expect(headers.get('content-type')).toContain('application/json');
    expect(text).not.toContain(ada.email);
    const { basics, projects, skills } = await resume('/@ada-obi.json');
    expect(basics).toMatchObject({ url: expect.stringContaining('/u/ada-obi') as string });
    expect(basics).not.toHaveProperty('label');
    expect(projects.map(({ name }) => name)).toEqual(['Danfo Radar', 'Harmattan Ledger']);
    expect(skills).toEqual([
      { name: 'kotlin', keywords: [] },
      { name: 'Web', keywords: ['2 apps'] },
      { name: 'News', keywords: ['2 apps'] },
      { name: 'Books', keywords: ['1 app'] },
    ]);
  });

  test('Finds what the schema of JSON Résumé refuses', () => {
    const refused = { basics: { email: 'not an address' }, projects: [{ startDate: '01.02.2026' }] };
    expect(validate(refused, schema as Schema).errors).toHaveLength(2);
  });

  test('Dates an app by the day in Lagos', async () => {
    await site.api.product.db.write((trx) =>
      trx
        .updateTable('apps')
        .set({ created_at: Date.UTC(2026, 0, 31, 23, 30) })
        .where('name_id', '=', 'harmattan-ledger')
        .execute(),
    );
    const { apps, profiles } = site.api.product.services;
    const user = await profiles.findUserByHandle('ada-obi');
    if (!user) throw new Error('No profile.');
    const [listed, skills] = await Promise.all([
      apps.listApps({ ownerId: user.id }),
      apps.countSkills(user.id),
    ]);
    const { projects } = resumeOf({ siteUrl: '', user, apps: listed.items, skills });
    expect(projects.find(({ name }) => name === 'Harmattan Ledger')?.startDate).toBe('2026-02-01');
  });

  test('Follows each change: open to work, a shown address, an unlisted app', async () => {
    const work = {
      open_to_work: 'true',
      work_kinds: 'full-time,contract',
      work_remote: 'true',
      work_state: 'Lagos',
    };
    expect((await site.get('/u/ada-obi')).text).not.toContain('Open to work');
    expect((await change({ ...work, show_email: 'true' })).status).toBe(200);
    const { basics } = await resume('/@ada-obi.json');
    expect(basics).toMatchObject({
      label: 'Open to work: Full-time or contract, remote or in Lagos',
      email: ada.email,
      location: { region: 'Lagos' },
    });
    const page = (await site.get('/u/ada-obi')).text;
    expect(page).toContain('Full-time or contract, remote or in Lagos');
    expect(page).toContain('/@ada-obi.json');
    const { body } = await sendForm(site.api, 'PATCH', '/app/danfo-radar/', { state: 'unlisted' }, ada);
    expect(body).toMatchObject({ state: 'unlisted' });
    expect((await resume('/@ada-obi.json')).skills.map(({ name }) => name)).toEqual([
      'kotlin',
      'Web',
      'Books',
      'News',
    ]);
    await change({ open_to_work: 'false' });
    expect((await site.get('/u/ada-obi')).text).not.toContain('Full-time or contract');
  });
});
