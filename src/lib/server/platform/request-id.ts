// The id of the request that is being answered, for what it causes beyond its answer: mails and jobs. It is the one of
// the log line and of an answer of status 500.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | null>();

/** @param id null for work that no request causes, also where a request has woken it */
export function runForRequest<Result>(id: string | null, work: () => Result): Result {
  return current.run(id, work);
}

/** Null outside of requests, as in sweeps and commands. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
