// The script in the head of every page: a fault in one of its jobs must not stop the others.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  expect,
  pairOf,
  phone,
  storePair,
  verifiedAccount,
  visitingTest as test,
} from '../support/browser.ts';
import { sampleApp } from '../support/samples.ts';

test.use({ viewport: phone, userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile' });

const message = 'A fault of this test.';

/** State once the page is parsed and before any other script ran, when nothing fails. */
const whole = { system: 'android', theme: 'dark', account: 'verified', preloads: 1 };

interface Fault {
  job: string;
  /** The page; by default that of an app. */
  path?: string;
  /** Runs in the page before its scripts and breaks only what this job needs. */
  breakIt: (message: string) => void;
  /** The differences from `whole` that the fault causes. */
  lost: Partial<Record<keyof typeof whole, string | number | null>>;
  isReported: boolean;
}

const faults: Fault[] = [
  { job: 'none', breakIt: () => undefined, lost: {}, isReported: false },
  {
    job: 'the system of the phone',
    breakIt: (text) => {
      Object.defineProperty(Navigator.prototype, 'userAgent', {
        get() {
          throw new Error(text);
        },
      });
    },
    lost: { system: null },
    isReported: true,
  },
  {
    // A person may block storage, so storage that throws is not reported.
    job: 'the theme',
    breakIt: (text) => {
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (key) {
        if (key === 'theme') throw new Error(text);
        return getItem.call(this, key);
      };
    },
    lost: { theme: null },
    isReported: false,
  },
  {
    job: 'the data saver',
    breakIt: (text) => {
      localStorage.setItem('data-saver', 'on');
      const { observe } = MutationObserver.prototype;
      // Playwright observes the document with a MutationObserver as well.
      MutationObserver.prototype.observe = function (target, options) {
        if (target === document.documentElement) throw new Error(text);
        observe.call(this, target, options);
      };
    },
    lost: { preloads: 0 },
    isReported: true,
  },
  {
    job: 'the first picture',
    breakIt: (text) => {
      Object.defineProperty(HTMLLinkElement.prototype, 'imageSrcset', {
        set() {
          throw new Error(text);
        },
      });
    },
    lost: { preloads: 0 },
    isReported: true,
  },
  {
    job: 'the status of forms',
    path: urls.newApp(),
    breakIt: (text) => {
      const { addEventListener } = globalThis;
      globalThis.addEventListener = (...args: Parameters<typeof addEventListener>) => {
        if (args[0] === 'astro:hydrate') throw new Error(text);
        addEventListener(...args);
      };
    },
    lost: { preloads: 0 },
    isReported: true,
  },
];

test('The other jobs of the head script run when one fails', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await sampleApp(page, 2);
  await page.goto('/terms');
  await storePair(page, await pairOf(request, email));
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const { system = null, theme = null, account = null } = document.documentElement.dataset;
      const preloads = document.querySelectorAll('link[rel=preload]').length;
      Object.assign(globalThis, { done: { system, theme, account, preloads } });
    });
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const { job, path = urls.app(app.name_id), breakIt, lost, isReported } of faults) {
    errors.length = 0;
    const fault = await page.addInitScript(breakIt, message);
    // Also waits for the page's scripts, which the last job loads.
    await page.goto(path);
    const done = await page.evaluate(() => (globalThis as { done?: object }).done);
    expect([job, done]).toEqual([job, { ...whole, ...lost }]);
    expect([job, errors.includes(message)]).toEqual([job, isReported]);
    await fault.dispose();
    await page.evaluate(() => localStorage.removeItem('data-saver'));
  }
});
