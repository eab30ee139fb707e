// Finds texts that a page treated as markup or script: what ran, what the policy blocked, and what the page contains.
import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    foundByWatch: string[];
    xss(): void;
  }
}

/** Makes every page that is opened later record what runs in it. */
export async function watchScripts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.foundByWatch = [];
    const note = (what: string) => () => void window.foundByWatch.push(what);
    window.xss = note('ran');
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
      Object.defineProperty(window, name, { value: note(`ran ${name}`) });
    addEventListener('securitypolicyviolation', (event) => {
      window.foundByWatch.push(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** The findings since the page was opened. */
export async function findingsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found = [...window.foundByWatch];
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`attribute: <${element.localName} ${name}=${value}>`);
        if (!['href', 'src', 'action', 'formaction', 'xlink:href', 'data'].includes(name)) continue;
        const scheme = /^[\s\p{Cc}]*([a-z][a-z0-9+.-]*):/iu.exec(value.replace(/[\t\r\n]/g, ''))?.[1];
        const isPicture = element.localName === 'img' && ['data', 'blob'].includes(scheme ?? '');
        if (
          scheme &&
          !isPicture &&
          !['http', 'https', 'mailto', 'tel', 'sms', 'whatsapp'].includes(scheme.toLowerCase())
        )
          found.push(`address: <${element.localName} ${name}=${value}>`);
      }
    }
    for (const name of ['iframe', 'object', 'embed', 'base', 'frame', 'portal'])
      if (document.querySelector(name)) found.push(`element: ${name}`);
    return found;
  });
}

/** Whether the page, or a field of a form, shows the text. */
export async function isShown(page: Page, text: string): Promise<boolean> {
  return await page
    .waitForFunction(
      (wanted) => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
        const texts = [document.documentElement.textContent, ...fields.map(({ value }) => value)];
        return texts.some((one) => one.replaceAll('\r\n', '\n').replace(/\s+/g, ' ').includes(wanted));
      },
      text.replace(/\s+/g, ' '),
      { timeout: 5_000, polling: 50 },
    )
    .then(
      () => true,
      () => false,
    );
}
