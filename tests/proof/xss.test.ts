// What people type stays text: on pages, where a browser would run a script that got through, and in mails.
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumArguments, findChromium } from '../harness/find-chromium.ts';
import { password, startProduct, type App } from '../harness/product.ts';

const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</title><svg onload=alert(1)>',
  '</textarea><iframe srcdoc="<script>parent.alert(1)</script>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '[x](javascript:alert(1))',
  ']]><script>alert(1)</script>',
  '\u2028alert(1)//',
  '&#60;img src=x onerror=alert(1)&#62;',
];

test('No payload runs on a page, and mails have each as text', async () => {
  const product = await startProduct();
  const { client, mailbox, people } = product;
  const staff = await people.staff('moderator');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArguments],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  let ran = 0;
  page.on('dialog', (dialog) => {
    ran += 1;
    void dialog.dismiss();
  });
  let looked = 0;
  for (const [index, payload] of payloads.entries()) {
    const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
    const by = client.as(owner);
    const form = {
      name: `${String(index)}${payload}`.slice(0, 48),
      description: payload,
      long_description: payload,
      website: `https://x.ng/?q=${encodeURIComponent(payload)}`,
      category: 'Music',
    };
    const { status, body: app } = await by.post<App>('/app/', form);
    expect(status, app.error).toBe(201);
    await by.post('/app/version/', {
      app: app.id,
      version: '2',
      release_type: 'LIVE',
      latest_feature: payload,
    });
    await by.patch(`/user/${owner.id}/`, { about_me: payload, address: payload, tags: payload.slice(0, 30) });
    const token = { name: payload.slice(0, 48), scopes: 'edit', apps: 'all', days: 30, password };
    expect((await by.post('/user/tokens/', token)).status).toBe(201);
    const email = `reporter${String(index)}@example.com`;
    const report = {
      about: `app:${app.id}`,
      reason: 'spam',
      message: `Please look: ${payload}`,
      name: 'Bola',
      email,
    };
    expect((await client.post('/report/', report)).status).toBe(202);
    for (const path of [
      `/app/${app.name_id}`,
      `/app/${app.name_id}/versions`,
      `/app/${app.name_id}/promote`,
      `/badge/${app.name_id}.svg`,
      `/embed/app/${app.name_id}`,
      `/user/${owner.id}`,
      '/',
      `/search?q=${encodeURIComponent(payload)}`,
      `/report?about=app:${app.id}`,
      `/feeds/app/${app.name_id}.xml`,
    ]) {
      await page.goto(product.origin + path, { waitUntil: 'load' });
      await page.evaluate(() =>
        document.querySelectorAll<HTMLElement>('[autofocus]').forEach((one) => one.focus()),
      );
      // XML that is not well-formed gets a 'parsererror'.
      const faults = 'img[src="x"], svg[onload], iframe[srcdoc], [onfocus], parsererror';
      expect([path, await page.locator(faults).count()]).toEqual([path, 0]);
      looked += 1;
    }
    for (const to of [owner.email, email])
      for (const { html } of await mailbox.to(to))
        expect(html).not.toMatch(/<(?:script|img|svg|iframe)\b(?![^>]*cid:)/i);
  }
  expect(ran).toBe(0);
  expect((await client.as(staff).get('/desk/cases/')).status).toBe(200);
  console.log(`${String(payloads.length)} payloads on ${String(looked)} pages: 0 ran`);
});
