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

/** What the script has done by the time the page is parsed, before any other script, where nothing fails. */
const whole = { system: 'android', theme: 'dark', account: 'verified', preloads: 1 };

interface Fault {
  job: string;
  /** Runs in the page before its scripts, and breaks what this job alone needs. */
  breakIt: (message: string) => void;
  /** How the page differs from `whole`. */
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
    // Storage that throws is one that a person has blocked: no fault.
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
      // Playwright observes the document with one of its own.
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
    breakIt: (text) => {
      const { addEventListener } = globalThis;
      globalThis.addEventListener = (...args: Parameters<typeof addEventListener>) => {
        if (args[0] === 'astro:hydrate') throw new Error(text);
        addEventListener(...args);
      };
    },
    lost: {},
    isReported: true,
  },
];

test('Does every other job of the head where one fails', async ({ page, request }) => {
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
  for (const { job, breakIt, lost, isReported } of faults) {
    errors.length = 0;
    const broken = await page.addInitScript(breakIt, message);
    // Waits for the page's scripts as well, which the last of the jobs loads.
    await page.goto(urls.app(app.name_id));
    const done = await page.evaluate(() => (globalThis as { done?: object }).done);
    expect([job, done]).toEqual([job, { ...whole, ...lost }]);
    expect([job, errors.includes(message)]).toEqual([job, isReported]);
    await broken.dispose();
    await page.evaluate(() => localStorage.removeItem('data-saver'));
  }
});
