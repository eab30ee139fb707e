// The phone number and the social links of a profile: typing, deleting and pasting.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import {
  expect,
  openAs,
  pairOf,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  inProof,
} from '../support/browser.ts';

test.use({ viewport: phone });

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function me(request: APIRequestContext, email: string): Promise<UserJson> {
  const { access } = await pairOf(request, email);
  const answer = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
  return (await answer.json()) as UserJson;
}

async function withChange(request: APIRequestContext, data: Record<string, string>): Promise<string> {
  const email = await verifiedAccount(request);
  const { access } = await pairOf(request, email);
  const { id } = await me(request, email);
  const headers = { authorization: `Bearer ${access}` };
  const answer = await request.patch(`/api/v1/user/${id}/`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return email;
}

async function paste(field: Locator, text: string): Promise<void> {
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+v');
}

const old = { phone_no: '+2348099999999', country: 'Nigeria', country_code: 'NG' };
const written: [typed: string, kept: string][] = [
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['+2348031234567', '+2348031234567'],
  ['+234 (0) 803 123-4567', '+2348031234567'],
  ['002348031234567', '+2348031234567'],
  ['+44 7400 123456', '+447400123456'],
];

test.describe('A phone number', () => {
  test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

  for (const [typed, kept] of written)
    test(
      `Saves the phone number ${typed} as ${kept}, whether typed, retyped or pasted`,
      inProof,
      async ({ page, request }) => {
        const email = await withChange(request, old);
        await openAs(page, email, '/profile/update/basic-info');
        const mobile = page.getByLabel('Mobile');
        await expect(mobile).toHaveValue('+234 809 999 9999');
        const saves = async (how: string): Promise<void> => {
          await save(page).click();
          // Until it has the answer, the form sends nothing more.
          await expect(page.getByText('Update successful'), how).toBeVisible();
          expect((await me(request, email)).phone_no, how).toBe(kept);
          await expect(mobile, how).toHaveValue(
            kept.startsWith('+44') ? '+44 7400 123456' : '+234 803 123 4567',
          );
        };
        const startsAgain = async (): Promise<void> => {
          await mobile.press('ControlOrMeta+a');
          await page.keyboard.type('+2348099999999');
          await save(page).click();
          await expect(page.getByText('Update successful')).toBeVisible();
          expect((await me(request, email)).phone_no).toBe(old.phone_no);
          await mobile.press('ControlOrMeta+a');
        };
        await mobile.press('ControlOrMeta+a');
        await page.keyboard.type(typed);
        await saves('typed over the old one');
        await startsAgain();
        await paste(mobile, typed);
        await saves('pasted over the old one');
        await startsAgain();
        await mobile.press('End');
        // As fast as a key that is held down repeats.
        for (let left = 24; left > 0; left -= 1) await page.keyboard.press('Backspace');
        await expect(mobile).toHaveValue('');
        await expect(mobile).toBeFocused();
        await page.keyboard.type(typed);
        await saves('typed after deleting the old one');
        await startsAgain();
        await page.keyboard.press('Delete');
        await paste(mobile, typed);
        await saves('pasted after deleting the old one');
      },
    );

  test('Accepts a new phone number in its national form', async ({ page, request }) => {
    const email = await verifiedAccount(request);
    await openAs(page, email, '/profile/update/basic-info');
    const mobile = page.getByLabel('Mobile');
    await expect(mobile).toHaveValue('');
    await expect(mobile).toHaveAttribute('placeholder', 'Your mobile number');
    await mobile.click();
    await page.keyboard.type('0803 123 4567');
    await expect(mobile).toHaveValue('0803 123 4567');
    await mobile.press('Tab');
    await expect(mobile).toHaveValue('+234 803 123 4567');
    await save(page).click();
    await expect.poll(async () => (await me(request, email)).phone_no).toBe('+2348031234567');
  });

  // profile-forms.spec.ts empties the field at once.
  test(
    'Removes a deleted phone number, and resets its country to Nigeria',
    inProof,
    async ({ page, request }) => {
      const email = await withChange(request, {
        phone_no: '+233241234567',
        country: 'Ghana',
        country_code: 'GH',
      });
      await openAs(page, email, '/profile/update/basic-info');
      const mobile = page.getByLabel('Mobile');
      await expect(page.getByLabel('Country of the number')).toHaveValue('GH');
      await mobile.press('End');
      for (let left = 20; left > 0; left -= 1) await page.keyboard.press('Backspace');
      await expect(mobile).toBeFocused();
      await expect(page.getByLabel('Country of the number')).toHaveValue('NG');
      await save(page).click();
      await expect.poll(async () => (await me(request, email)).phone_no).toBe('');
    },
  );

  test(
    'Keeps an invalid phone number as typed, and shows an example in the error',
    inProof,
    async ({ page, request }) => {
      await openAs(page, await verifiedAccount(request), '/profile/update/basic-info');
      const mobile = page.getByLabel('Mobile');
      for (const [typed, wrong] of [
        ['0803 12', 'This phone number is too short.'],
        ['0803 123 4567 890 12', 'This phone number is too long.'],
        ['my number', 'This is not a number.'],
      ] as const) {
        await mobile.press('ControlOrMeta+a');
        await page.keyboard.type(typed);
        await mobile.press('Tab');
        await expect(mobile).toHaveValue(typed);
        await save(page).click();
        await expect(mobile).toHaveAccessibleDescription(
          `${wrong} Write it like 0803 123 4567 or +234 803 123 4567.`,
        );
        await expect(mobile).toBeFocused();
        await expect(mobile).toHaveValue(typed);
      }
      expect(await violations(page)).toEqual([]);
    },
  );
});

test.describe('Social links', () => {
  const more = (page: Page) => page.getByRole('group', { name: 'Add more' });
  const five = {
    linkedin: 'https://www.linkedin.com/in/ada',
    github: 'https://github.com/ada',
    twitter: 'https://x.com/ada',
    youtube: 'https://www.youtube.com/@ada',
  };

  test("Offers 'Add more' while fewer than five social links are filled, however many fields are empty", async ({
    page,
    request,
  }) => {
    const email = await withChange(request, { social_account_dict: JSON.stringify(five) });
    await openAs(page, email, '/profile/update/social-info');
    await ready(page);
    const fields = page.locator('.social-field input');
    // Four of the form's own fields, and an empty one.
    await expect(fields).toHaveCount(5);
    await expect(more(page)).toBeVisible();
    await more(page).getByRole('button', { name: 'Instagram' }).click();
    await expect(fields).toHaveCount(6);
    await expect(page.getByLabel('Instagram')).toBeFocused();
    await page.keyboard.type('instagram.com/ada');
    await expect(more(page)).toBeHidden();
    await page.getByLabel('GitHub').fill('');
    await expect(more(page)).toBeVisible();
    await page.getByLabel('GitHub').fill('github.com/ada');
    await page.getByLabel('Stack Overflow').fill('stackoverflow.com/users/1/ada');
    await save(page).click();
    await expect(page.getByText('Use 5 social links at most.')).toBeVisible();
    await page.getByLabel('Stack Overflow').fill('');
    await save(page).click();
    await page.waitForURL(/\/user\//);
    expect(Object.keys((await me(request, email)).social_account_dict).sort()).toEqual(
      [...Object.keys(five), 'instagram'].sort(),
    );
  });

  test(
    'Shows add and remove buttons of social links that look like buttons and are large enough to touch',
    inProof,
    async ({ page, request }) => {
      await openAs(page, await verifiedAccount(request), '/profile/update/social-info');
      await expect(more(page)).toBeVisible();
      const buttons = await more(page).getByRole('button').all();
      expect(buttons.length).toBeGreaterThan(3);
      for (const button of [...buttons, page.getByRole('button', { name: 'Remove GitHub' })]) {
        const box = await button.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect(box?.width).toBeGreaterThanOrEqual(44);
      }
      const look = await buttons[0]?.evaluate((node) => {
        const { borderTopStyle, borderTopLeftRadius } = getComputedStyle(node);
        return { borderTopStyle, isRound: parseFloat(borderTopLeftRadius) > 12 };
      });
      expect(look).toEqual({ borderTopStyle: 'solid', isRound: true });
      expect(await violations(page)).toEqual([]);
    },
  );

  test('Accepts a custom domain for Medium but not for GitHub', inProof, async ({ page, request }) => {
    const email = await verifiedAccount(request);
    await openAs(page, email, '/profile/update/social-info');
    await ready(page);
    await more(page).getByRole('button', { name: 'Medium' }).click();
    await page.getByLabel('Medium').fill('blog.ada.ng');
    await page.getByLabel('GitHub').fill('code.ada.ng');
    await save(page).click();
    await expect(page.getByLabel('GitHub')).toHaveAccessibleDescription(
      'Enter the address of a page on github.com.',
    );
    await expect(page.getByLabel('Medium')).not.toHaveAttribute('aria-invalid');
    await page.getByLabel('GitHub').fill('');
    await save(page).click();
    await page.waitForURL(/\/user\//);
    await expect(page.getByRole('link', { name: 'Medium' })).toHaveAttribute('href', 'https://blog.ada.ng');
  });
});
