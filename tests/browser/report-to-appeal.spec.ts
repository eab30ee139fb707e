// The whole way in the open: report, case, decision, mails, appeal, another decision, transparency. Staff work by the
// API of the desk here; their pages have tests of their own.
import type { APIRequestContext } from '@playwright/test';
import type { CaseJson } from '../../src/lib/shared/schemas/moderation/decisions.ts';
import type { TransparencyJson } from '../../src/lib/shared/schemas/moderation/openness.ts';
import {
  codeFor,
  expect,
  inProof,
  newEmail,
  phone,
  test,
  verifiedAccount,
  violations,
  seen,
} from '../support/browser.ts';
import { createStaff, linkIn, mailTo } from '../support/desk-browser.ts';
import { listApp } from '../support/listings.ts';

const message = 'This app copies the name of our bank and asks for card numbers.';

/** Makes a moderator. @returns the header fields of their requests */
async function moderator(request: APIRequestContext): Promise<Record<string, string>> {
  const { pair } = await createStaff(request, 'moderator');
  return { authorization: `Bearer ${pair.access}` };
}

/** Decides the newest open case of this kind about an app. */
async function decide(
  request: APIRequestContext,
  headers: Record<string, string>,
  { kind, appId, action }: { kind: string; appId: string; action: string },
): Promise<string> {
  const queue = (await (await request.get(`/api/v1/desk/cases/?kind=${kind}`, { headers })).json()) as {
    results: CaseJson[];
  };
  const found = queue.results.find(({ subject }) => subject.id === appId);
  if (!found) throw new Error(`No case of the kind ${kind}.`);
  const { number } = found;
  const data = {
    version: found.version,
    action,
    policy: 'impersonation',
    public_reason: 'The name belongs to a bank.',
    owner_reason: 'You have shown no proof that the name is yours.',
  };
  const answer = await request.post(`/api/v1/desk/cases/${number}/decisions/`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return number;
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'With' : 'Without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: phone });

    // tests/pages/report-forms.test.ts sends the forms without JavaScript.
    test(
      'A report leads to a decision, an appeal, another decision and the counts',
      inProof,
      async ({ page, request }) => {
        const owner = await verifiedAccount(request);
        const app = await listApp(request, owner);
        const [one, other] = [await moderator(request), await moderator(request)];
        const count = async () => {
          const { months } = (await (await request.get('/api/v1/transparency/')).json()) as TransparencyJson;
          const { appeals, decisions, reports } = months[0] ?? {};
          return [reports?.total ?? 0, decisions?.total ?? 0, appeals?.reversed ?? 0];
        };
        const [reports = 0, decisions = 0, reversed = 0] = await count();

        const reporter = newEmail();
        await page.goto(`/app/${app.name_id}`);
        await page.locator('.report-link').click();
        await page.getByLabel('Impersonation').check();
        await page.getByLabel('Describe it').fill(message);
        await page.getByLabel('Your name').fill('Bola Ade');
        await page.getByLabel('Your email address').fill(reporter);
        await page.getByRole('button', { name: 'Send report' }).click();
        await page.getByLabel('Code').fill(await codeFor(reporter));
        await page.getByRole('button', { name: 'Send report' }).click();
        await expect(page.getByText('Our staff look at it.')).toBeVisible();

        const number = await decide(request, one, { kind: 'report', appId: app.id, action: 'remove' });
        expect((await page.goto(`/app/${app.name_id}`))?.status()).toBe(410);
        await page.locator(`a[href="/moderation/${number}"]`).click();
        await expect(page.getByText('The name belongs to a bank.')).toBeVisible();
        await expect(page.getByText(app.name)).toHaveCount(0);
        if (javaScriptEnabled) expect(await violations(page)).toEqual([]);

        await page.goto(linkIn(await mailTo(reporter, 'was decided'), '/report/'));
        await expect(page.getByText('It was removed.', { exact: false }).first()).toBeVisible();

        const appeal = linkIn(await mailTo(owner, '/appeal/'), '/appeal/');
        await page.goto(appeal);
        await page
          .getByLabel('Why is the decision wrong?')
          .fill('We are this bank. Our number is RC 123456.');
        if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Send appeal' }).click();
        await expect(page.getByText('We have received your appeal.')).toBeVisible();
        await decide(request, other, { kind: 'appeal', appId: app.id, action: 'restore' });
        await mailTo(owner, 'your appeal was successful');
        await page.goto(appeal);
        await seen(page, 'Your appeal was successful');
        expect((await page.goto(`/app/${app.name_id}`))?.status()).toBe(200);

        await expect.poll(count).toEqual([reports + 1, decisions + 2, reversed + 1]);
        await page.goto('/transparency');
        await expect(page.getByRole('table', { name: 'Appeals' }).first()).toContainText('Decision reversed');
        if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
        await page.goto('/policies');
        await expect(page.getByRole('heading', { name: 'Impersonation' })).toBeVisible();
        if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
      },
    );
  });
