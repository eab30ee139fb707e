// /healthz, which says that the process answers, and /readyz, which says that its database and storage do.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDoctorToken } from '../doctor/index.ts';
import { version } from '../platform/version.ts';
import { plainResponse } from './answer.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { sendPlain } from './refusals.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';

/** A check that takes longer has failed. Milliseconds, as the next. */
const timeoutMs = 2_000;
/**
 * How long a result is kept. Some checks write, ask a store that charges for each request, or wait in the common queue,
 * and a stranger may ask a thousand times a second.
 */
const keepMs = 100;

export function createHealthHandler(
  { checkWriting, db, log, secret, storage }: Site,
  { data: security }: SecurityHeaders,
  isDraining: () => boolean,
): (exchange: Exchange, path: string, query: URLSearchParams) => Promise<Outcome> | Outcome | null {
  const json = (exchange: Exchange, status: number, body: object): Outcome => {
    const answer = plainResponse(status, `${JSON.stringify(body)}\n`, [], 'application/json');
    return sendPlain(exchange, answer, security);
  };

  /** @returns why the node is not ready, without errors, which may name hosts and users; null where it is */
  async function examine(checks: Record<string, () => Promise<void>>): Promise<string | null> {
    const errors: Record<string, unknown> = {};
    const run = async ([name, check]: [string, () => Promise<void>]): Promise<void> => {
      const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`No answer within ${timeoutMs} ms.`);
      });
      await Promise.race([check(), late]).catch((error: unknown) => (errors[name] = error));
    };
    await Promise.all(Object.entries(checks).map(run));
    const failed = Object.keys(errors).sort();
    if (failed.length === 0) return null;
    log.warn('Not ready', { errors });
    return `No answer from: ${failed.join(', ')}.`;
  }

  const reading = { database: () => db.check(), storage: () => storage.check() };
  const examineAll = shared(() => examine({ ...reading, writing: checkWriting }));
  const examineReading = shared(() => examine(reading));

  return (exchange, path, query) => {
    if (path === '/healthz') {
      const token = query.get('doctor');
      if (token === null || !isDoctorToken(secret, token))
        return sendPlain(exchange, plainResponse(200, `ok ${version}\n`), security);
      return json(exchange, 200, { client: exchange.client.address });
    }
    if (path !== '/readyz') return null;
    if (isDraining()) return json(exchange, 503, { ready: false, reason: 'Shutting down.' });
    // For proxies: a node that takes no writes still sends pages, and they would drop all nodes.
    const found = query.has('reading') ? examineReading() : examineAll();
    return found.then((reason) =>
      reason === null ? json(exchange, 200, { ready: true }) : json(exchange, 503, { ready: false, reason }),
    );
  };
}

/** Requests during the work, or a moment later, share its result. */
function shared<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | null = null;
  let endedAt = Infinity;
  return () => {
    if (found && performance.now() - endedAt < keepMs) return found;
    endedAt = Infinity;
    return (found = make().finally(() => (endedAt = performance.now())));
  };
}
