// Real addresses of reports, appeals and openness, for tests of every GET.
import { sealLink } from '../../src/lib/server/moderation/links.ts';
import { questionPath } from '../../src/lib/server/moderation/reports/questions.ts';
import type { Person } from './people.ts';
import { siteUrl } from './test-product.ts';
import type { TestApi } from './test-api.ts';

/**
 * @param appId of an app of somebody else, about which nothing else was reported
 * @returns operation and path of each
 */
export async function openAnswers(
  api: TestApi,
  reporter: Person,
  appId: string,
): Promise<[operation: string, path: string][]> {
  const form = { about: `app:${appId}`, reason: 'facts', message: 'It says that it is free, and it is not.' };
  const { status, body } = await api.post('/report/', form, reporter.access);
  if (status !== 201) throw new Error(`Reporting: ${status} ${JSON.stringify(body)}`);
  const { url } = body as { url: string };
  const { db, secret } = api.product;
  const report = await db.read
    .selectFrom('reports')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { owner_id: ownerId } = await db.read
    .selectFrom('apps')
    .select('owner_id')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  const answer = `/report${questionPath(secret, report.case_id ?? '', ownerId)}/`;
  await api.post(answer, { answer: 'mended' });
  const decision = await db.read
    .selectFrom('decisions')
    .select('number')
    .where('case_id', '=', report.case_id)
    .executeTakeFirstOrThrow();
  return [
    ['/report/{number}/', url.replace(siteUrl, '').replace('?', '/?')],
    ['/report/answer/{token}/', answer],
    ['/appeal/{token}/', `/appeal/${sealLink(secret, 'appeal-reporter', report.id)}/`],
    ['/moderation/{number}/', `/moderation/${decision.number}/`],
    ['/transparency/', '/transparency/'],
    ['/policies/', '/policies/'],
  ];
}
