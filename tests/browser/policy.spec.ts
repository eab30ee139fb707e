// What the content security policy holds back in a real browser. That normal pages never break it, every other test
// sees to.
import { expect, visitingTest as test } from '../support/browser.ts';

test('markup, scripts and addresses of scripts are not made out of texts', async ({ page }) => {
  await page.goto('/');
  const tried = await page.evaluate(() => {
    const blocked: string[] = [];
    const attempt = (name: string, work: () => unknown): void => {
      try {
        work();
      } catch {
        blocked.push(name);
      }
    };
    attempt('innerHTML', () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'));
    attempt('script address', () => (document.createElement('script').src = 'https://evil.example/x.js'));
    const inline = document.createElement('script');
    inline.append('window.ran = true');
    document.head.append(inline);
    // Such a script runs before `append` returns, or never.
    if (!('ran' in globalThis)) blocked.push('inline script');
    return blocked;
  });
  expect(tried).toEqual(['innerHTML', 'script address', 'inline script']);
});

test("the API's description is drawn under its policy", async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto('/api/v1/docs');
  await expect(page.getByText('/api/v1/user/{id}/export/').first()).toBeVisible();
  expect(problems).toEqual([]);
});
