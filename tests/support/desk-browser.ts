// Staff, reports and cases for the browser tests of the desk.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { StaffRole } from '../../src/lib/shared/schemas/roles.ts';
import type { ReportReason } from '../../src/lib/shared/schemas/moderation/policies.ts';
import { appCode } from './authenticator.ts';
import { pairOf, password, storePair, verifiedAccount, type Pair } from './browser.ts';
import { mailsIn, type ReadMail } from './mailbox.ts';
import { setRole } from './set-role.ts';

export interface StaffLogin {
  email: string;
  /** A session that has proved its second factor just now. */
  pair: Pair;
  /** Another session of the account, which has proved none. */
  bare: Pair;
  /** Each proves the second factor once. */
  recoveryCodes: string[];
}

const bearer = ({ access }: Pair) => ({ authorization: `Bearer ${access}` });

async function send(request: APIRequestContext, pair: Pair, path: string, data: object): Promise<unknown> {
  const answer = await request.post(`/api/v1${path}`, { data, headers: bearer(pair) });
  expect(answer.ok(), `${path} answers ${answer.status()}: ${await answer.text()}`).toBe(true);
  return await answer.json();
}

/** Makes an account staff, and adds an authenticator app to it. */
export async function createStaff(request: APIRequestContext, role: StaffRole): Promise<StaffLogin> {
  const email = await verifiedAccount(request);
  await setRole(email, role);
  const [bare, pair] = [await pairOf(request, email), await pairOf(request, email)];
  const { secret } = (await send(request, pair, '/user/factors/authenticator/', { password })) as {
    secret: string;
  };
  const confirmed = await send(request, pair, '/user/factors/authenticator/confirm/', {
    code: appCode(secret, Date.now()),
  });
  const { recovery_codes: recoveryCodes } = confirmed as { recovery_codes: string[] };
  return { email, pair, bare, recoveryCodes };
}

/** Opens a page with an existing session. */
export async function openWith(page: Page, pair: Pair, path: string): Promise<void> {
  await page.goto('/robots.txt');
  await storePair(page, pair);
  await page.goto(path);
}

/** Reports an app as a new member. */
export async function reportApp(
  request: APIRequestContext,
  nameId: string,
  reason: ReportReason = 'scam',
): Promise<void> {
  const pair = await pairOf(request, await verifiedAccount(request));
  await send(request, pair, '/report/', {
    about: `app:${nameId}`,
    reason,
    message: 'It took my money and nobody answers since.',
  });
}

export async function statusOfApp(request: APIRequestContext, nameId: string): Promise<number> {
  return (await request.get(`/app/${nameId}`)).status();
}

/** Waits for a mail to the address whose text contains `part`, and returns the newest. */
export async function mailTo(email: string, part: string): Promise<ReadMail> {
  const dataDir = process.env['TEST_DATA_DIR'] ?? '';
  let found: ReadMail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await mailsIn(dataDir);
        found = mails.findLast((mail) => mail.to.includes(email) && mail.text.includes(part));
        return found !== undefined;
      },
      { timeout: 15_000, message: `a mail to ${email} with '${part}'` },
    )
    .toBe(true);
  if (!found) throw new Error('The mail is gone.');
  return found;
}

/** The path of the first link of this kind in a mail. */
export function linkIn({ text }: ReadMail, start: string): string {
  const link = new RegExp(`${start}[\\w-]+(?:\\?key=[\\w-]+)?`).exec(text)?.[0];
  if (link === undefined) throw new Error(`No ${start} in ${text}`);
  return link;
}
