// Browser contexts that the tests of a worker use one after another. Their caches are warm, as most visitors' are,
// which saves half of a test's processor time.
import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';

/** Context options that a page cannot undo; tests that set one get a context of their own. */
interface ContextOptions {
  userAgent: string | undefined;
  isMobile: boolean | undefined;
  hasTouch: boolean | undefined;
  deviceScaleFactor: number | undefined;
  permissions: string[] | undefined;
}

export function canShareContext(options: ContextOptions): boolean {
  const { userAgent, isMobile, hasTouch, deviceScaleFactor, permissions } = options;
  return (
    userAgent === undefined &&
    !isMobile &&
    !hasTouch &&
    deviceScaleFactor === undefined &&
    permissions === undefined
  );
}

/**
 * A context with one page of the site that runs no script. This page keeps the renderer process alive and clears the
 * storage.
 */
export interface SharedContext {
  context: BrowserContext;
  keeper: Page;
  /** The listeners that the test added. */
  listeners: unknown[][];
  /** Whether a test made a change that cannot be undone. */
  isSpent: boolean;
}

interface Wanted {
  viewport: ViewportSize | null;
  reportsPolicy: boolean;
  javaScriptEnabled: boolean | undefined;
  serviceWorkers: 'allow' | 'block' | undefined;
}

export interface SharedContexts {
  /** Returns a context with empty storage. */
  take(wanted: Wanted): Promise<SharedContext>;
  /** Removes everything the test left, except the browser's cache. */
  giveBack(shared: SharedContext): Promise<void>;
  close(): Promise<void>;
}

/** Context methods with lasting effects. */
const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'];

/** Calls `before` before each call of the method. */
function intercept(owner: object, method: string, before: (args: unknown[]) => void): void {
  const original: unknown = Reflect.get(owner, method);
  if (typeof original !== 'function') throw new Error(`There is no method ${method}.`);
  Reflect.set(owner, method, (...args: unknown[]): unknown => {
    before(args);
    const result: unknown = Reflect.apply(original, owner, args);
    return result;
  });
}

async function emptyStorage(keeper: Page): Promise<void> {
  await keeper.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(new Error(`The database ${name} cannot be deleted.`)));
      });
    }
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/** Creates a context with the options of the test. */
export async function newContext(
  browser: Browser,
  { reportsPolicy }: Pick<Wanted, 'reportsPolicy'>,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  if (reportsPolicy)
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error('Policy broken:', violatedDirective, blockedURI, sample);
      });
    });
  return context;
}

async function open(browser: Browser, wanted: Wanted): Promise<SharedContext> {
  const context = await newContext(browser, wanted);
  const keeper = await context.newPage();
  await keeper.goto('/robots.txt');
  const shared: SharedContext = { context, keeper, listeners: [], isSpent: false };
  const spend = (): void => void (shared.isSpent = true);
  for (const method of lasting) intercept(context, method, spend);
  for (const method of ['install', 'setFixedTime', 'setSystemTime']) intercept(context.clock, method, spend);
  intercept(context, 'on', (listener) => void shared.listeners.push(listener));
  return shared;
}

async function reset({ context, keeper, listeners }: SharedContext): Promise<void> {
  for (const listener of listeners.splice(0)) Reflect.apply(context.off.bind(context), undefined, listener);
  for (const page of context.pages()) if (page !== keeper) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.setOffline(false);
  await context.clearCookies();
  await emptyStorage(keeper);
}

export function createSharedContexts(browser: Browser): SharedContexts {
  const waiting = new Map<string, SharedContext>();
  const lent = new Map<SharedContext, string>();
  return {
    async take(wanted) {
      const key = JSON.stringify(wanted);
      const shared = waiting.get(key) ?? (await open(browser, wanted));
      waiting.delete(key);
      lent.set(shared, key);
      return shared;
    },
    async giveBack(shared) {
      const key = lent.get(shared) ?? '';
      lent.delete(shared);
      if (shared.isSpent) await shared.context.close();
      else {
        await reset(shared);
        waiting.set(key, shared);
      }
    },
    async close() {
      for (const { context } of waiting.values()) await context.close();
    },
  };
}
