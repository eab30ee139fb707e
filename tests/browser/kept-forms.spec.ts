// What is typed outlives the end of a login, and a reload, in every form.
import {
  expect,
  menuOf,
  phone,
  post,
  ready,
  storedPair,
  test,
  inProofUnless,
  openAs,
  verifiedAccount,
} from '../support/browser.ts';
import {
  ended,
  field,
  keptForms,
  keptKeys,
  logInAgain,
  openForm,
  profileForm,
  submit,
} from '../support/kept-forms.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

for (const form of keptForms) {
  test(
    `A login that ended on another device loses nothing of ${form.name}`,
    inProofUnless(form.name === 'a new version'),
    async ({ page, request }) => {
      const { email, path } = await openForm(page, request, form);
      await form.type(page);
      const { refresh } = await storedPair(page);
      await post(request, '/logout/', { refresh: refresh ?? '' });
      await submit(page).click();
      await expect(ended(page)).toBeVisible();
      await logInAgain(page, email, path);
      await form.isBack(page);
      await submit(page).click();
      await expect(page.getByText(form.done)).toBeVisible();
      // It is saved: nothing of it is kept any more.
      await expect.poll(() => keptKeys(page)).toEqual([]);
    },
  );
}

for (const form of keptForms.filter(({ name }) => /profile|version/.test(name))) {
  test(
    `A logout in another tab loses nothing of ${form.name}`,
    inProofUnless(form === profileForm),
    async ({ page, context, request }) => {
      const { email, path } = await openForm(page, request, form);
      await form.type(page);
      const other = await context.newPage();
      await other.goto('/about');
      await menuOf(other).open();
      await menuOf(other).entry('Logout').click();
      await expect(ended(page)).toBeVisible();
      await logInAgain(page, email, path);
      await form.isBack(page);
    },
  );
}

test('What is typed in any form is there after a reload', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const { name_id: nameId } = await listApp(request, email);
  await openAs(page, email, '/terms');
  for (const form of keptForms) {
    await page.goto(form.path(nameId));
    await ready(page);
    await form.type(page);
    await page.reload();
    await ready(page);
    await test.step(form.name, () => form.isBack(page));
  }
});

test('What is typed is there after a reload, and can be discarded', async ({ page, request }) => {
  const form = keptForms.find(({ name }) => name === 'the basic info of an app');
  if (!form) throw new Error('There is no such form.');
  await openForm(page, request, form);
  await form.type(page);
  await page.reload();
  await ready(page);
  await form.isBack(page);
  await expect(page.getByText('What you typed before is here again. It is not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(field(page, 'Long description')).toHaveValue('');
  await expect(submit(page)).toBeDisabled();
  await page.reload();
  await ready(page);
  await expect(field(page, 'Long description')).toHaveValue('');
});
