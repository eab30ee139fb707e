// Typed text survives the end of a login and a reload, in every form.
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
  seen,
  inProof,
} from '../support/browser.ts';
import {
  endedNotice,
  field,
  keptForms,
  keptKeys,
  logInAgain,
  openForm,
  submit,
} from '../support/kept-forms.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

for (const form of keptForms) {
  test(
    `A login ended on another device loses no input in the form for ${form.name}`,
    inProofUnless(form.name === 'a new version'),
    async ({ page, request }) => {
      const { email, path } = await openForm(page, request, form);
      await form.type(page);
      const { refresh } = await storedPair(page);
      await post(request, '/logout/', { refresh: refresh ?? '' });
      await submit(page).click();
      await expect(endedNotice(page)).toBeVisible();
      await logInAgain(page, email, path);
      await form.isBack(page);
      await submit(page).click();
      await seen(page, form.done);
      // After saving, nothing is kept any more.
      await expect.poll(() => keptKeys(page)).toEqual([]);
    },
  );
}

for (const form of keptForms.filter(({ name }) => /profile|version/.test(name))) {
  test(
    `A logout in another tab loses no input in the form for ${form.name}`,
    inProof,
    async ({ page, context, request }) => {
      const { email, path } = await openForm(page, request, form);
      await form.type(page);
      const other = await context.newPage();
      await other.goto('/about');
      await menuOf(other).open();
      await menuOf(other).entry('Logout').click();
      await expect(endedNotice(page)).toBeVisible();
      await logInAgain(page, email, path);
      await form.isBack(page);
    },
  );
}

test('Input of any form is there after a reload', async ({ page, request }) => {
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

test('Typed text is there after a reload, and can be discarded', inProof, async ({ page, request }) => {
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
