// A product whose links are looked at in a world of which the test owns the clock and the answers.
import type { Caller } from '../../src/lib/server/accounts/index.ts';
import { createLinks } from '../../src/lib/server/links/index.ts';
import {
  OutboundRefusal,
  type Outbound,
  type OutboundAnswer,
} from '../../src/lib/server/platform/outbound/outbound.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import type { AppListing } from '../../src/lib/shared/schemas/apps.ts';
import {
  createOwner,
  createTestProduct,
  newApp,
  siteUrl,
  type EngineName,
  type TestProduct,
} from './test-product.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** What a host answers to a look: a status, an address that it redirects to for good, or the reason of a refusal. */
type Answer = number | { moved: string } | { refused: ConstructorParameters<typeof OutboundRefusal>[0] };

interface Look {
  host: string;
  url: string;
  at: number;
}

export interface WatchedLinks {
  product: TestProduct;
  links: ReturnType<typeof createLinks>;
  /** The looks at pages so far, without those at robots.txt. */
  looks: Look[];
  now(): number;
  /** Sets what a host answers from now on; every other host answers 200. */
  answer(host: string, answer: (look: Look) => Answer | Promise<Answer>): void;
  robots(host: string, text: string): void;
  person(): Promise<Caller>;
  list(caller: Caller, app: { website: string; external_link?: string }): Promise<AppListing>;
  appOf(id: string): Promise<AppListing | null>;
  /**
   * Another node on the same database.
   * @returns what looks at its due links, and a function that kills it during its looks
   */
  node(): { flush(): Promise<void>; kill(): void };
  advance(ms: number): void;
  /** Lets time pass in steps of an hour, and looks at what is due after each. */
  pass(ms: number, stepMs?: number): Promise<void>;
  subjectsOf(caller: Caller): Promise<string[]>;
}

let counter = 0;

function answerOf(url: string, answer: Answer): OutboundAnswer {
  const base = { url, headers: {}, body: Buffer.alloc(0), redirects: [] };
  if (typeof answer === 'number') return { ...base, status: answer };
  if ('refused' in answer) throw new OutboundRefusal(answer.refused, new URL(url).hostname);
  return { ...base, url: answer.moved, status: 200, redirects: [{ status: 301, to: answer.moved }] };
}

/** @param random between 0 and 1, for each spread time */
export async function watchLinks(
  engine: EngineName,
  random: () => number = Math.random,
): Promise<WatchedLinks> {
  let now = Date.UTC(2026, 10, 3, 9);
  const clock = () => now;
  const answers = new Map<string, (look: Look) => Answer | Promise<Answer>>();
  const robots = new Map<string, string>();
  const looks: Look[] = [];
  const outbound: Pick<Outbound, 'get' | 'isOn'> = {
    isOn: true,
    async get(url) {
      const { host, pathname } = new URL(url);
      const look = { host, url, at: now };
      if (pathname !== '/robots.txt') looks.push(look);
      const answer = (await answers.get(host)?.(look)) ?? 200;
      if (pathname !== '/robots.txt') return answerOf(url, answer);
      if (typeof answer !== 'number' && 'refused' in answer) return answerOf(url, answer);
      return { ...answerOf(url, robots.has(host) ? 200 : 404), body: Buffer.from(robots.get(host) ?? '') };
    },
  };
  // The product itself is turned off, so that this test alone looks.
  const product = await createTestProduct(engine, { clock, wakeMail: () => undefined });
  const { db } = product;
  // A real clock never shows the same time twice.
  const tick = () => (now += 1);
  const parts = { db, clock: tick, siteUrl, random, reindex: createReindex(db) };
  const quiet = { wakeMail: () => undefined, publishChanges: () => Promise.resolve() };
  const links = createLinks({ ...parts, ...quiet, outbound });
  const pace = { lanes: 16, restMs: 0 };
  const watch = links.watch(pace);
  const { apps } = product.services;
  return {
    ...{ product, links, looks },
    now: clock,
    answer: (host, answer) => void answers.set(host, answer),
    robots: (host, text) => void robots.set(host, text),
    advance: (ms) => void (now += ms),
    node() {
      const killed = Promise.withResolvers<never>();
      const state = { isKilled: false };
      const get: Outbound['get'] = async (...asked) => {
        const answer = await outbound.get(...asked);
        // A killed process has asked, and never hears the answer.
        return state.isKilled ? await killed.promise : answer;
      };
      const other = createLinks({ ...parts, ...quiet, outbound: { isOn: true, get } }).watch(pace);
      return { flush: () => other.flush(), kill: () => void (state.isKilled = true) };
    },
    async person() {
      const userId = await createOwner(product);
      const client = { address: '127.0.0.1' };
      return { userId, sessionId: '', isVerified: true, role: 'member', factorAt: null, client };
    },
    async list(caller, form) {
      counter += 1;
      const name = `Linked ${String(counter)} of ${engine}`;
      // Without a caller, because the rules would hold many listings of one account.
      const app = await apps.publishApp(
        newApp(caller.userId, { name, website: form.website, externalLink: form.external_link ?? '' }),
      );
      await db.write((trx) => links.reindexWithLinks(trx, [app.id]));
      return app;
    },
    async appOf(id) {
      const found = await apps.findApp(id);
      return found.kind === 'found' ? found.app : null;
    },
    async pass(ms, stepMs = hourMs) {
      for (const end = now + ms; now < end;) {
        now = Math.min(end, now + stepMs);
        await watch.flush();
      }
    },
    async subjectsOf({ userId }) {
      const rows = await db.read
        .selectFrom('outbox')
        .innerJoin('users', 'users.email', 'outbox.recipient')
        .select('subject')
        .where('users.id', '=', userId)
        .orderBy('outbox.id')
        .execute();
      return rows.map(({ subject }) => subject);
    },
  };
}
