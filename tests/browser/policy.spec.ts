// What the content security policy blocks in a real browser. Every other test shows that normal pages comply with it.
import { expect, visitingTest as test, inProof } from '../support/browser.ts';

test('The policy blocks markup, scripts and script addresses made from text', async ({ page }) => {
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
    // An inline script runs before `append` returns, or never.
    if (!('ran' in globalThis)) blocked.push('inline script');
    return blocked;
  });
  expect(tried).toEqual(['innerHTML', 'script address', 'inline script']);
});

test("The page of the API's description works under its policy", inProof, async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto('/api/v1/docs');
  await expect(page.getByText('/api/v1/user/{id}/export/').first()).toBeVisible();
  expect(problems).toEqual([]);
});
