// Writes of every-write.ts about reports, answers and appeals.
import { expect } from 'vitest';
import { sealLink } from '../../src/lib/server/moderation/links.ts';
import { questionPath } from '../../src/lib/server/moderation/reports/questions.ts';
import type { SmallDirectory } from './every-write.ts';
import type { TestSite } from './test-site.ts';

async function newestReport({ product }: TestSite): Promise<{ id: string; case_id: string | null }> {
  return await product.db.read
    .selectFrom('reports')
    .select(['id', 'case_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The pages of decisions are public. */
export async function noteDecisions({ known, site }: SmallDirectory): Promise<void> {
  const rows = await site.product.db.read.selectFrom('decisions').select('number').orderBy('id').execute();
  known.decisions = rows.map(({ number }) => number);
}

export const reportWrites: Record<string, (directory: SmallDirectory) => Promise<void>> = {
  async 'a report is received'({ site, app, bola }) {
    const form = { about: `app:${app.id}`, reason: 'facts', message: 'It does not keep any books at all.' };
    expect((await site.api.post('/report/', form, bola.access)).status).toBe(201);
  },
  async 'an owner answers a report'(directory) {
    const { app, site } = directory;
    const { case_id: id } = await newestReport(site);
    const path = `/report${questionPath(site.product.secret, id ?? '', app.owner.id)}/`;
    expect((await site.api.post(path, { answer: 'mended' })).status).toBe(200);
    await noteDecisions(directory);
  },
  async 'an appeal is sent'({ site }) {
    const { id } = await newestReport(site);
    const path = `/appeal/${sealLink(site.product.secret, 'appeal-reporter', id)}/`;
    expect((await site.api.post(path, { message: 'It still does not keep any books.' })).status).toBe(201);
  },
  async 'a rule holds a new listing'({ site, bola }) {
    const form = { name: 'Zen1th Bank Mobile App', description: 'An app.', website: 'https://one.ng' };
    const { body } = await site.api.post('/app/', form, bola.access);
    expect(body).toMatchObject({ state: 'held' });
  },
};
