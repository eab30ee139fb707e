// The id of the current request, for the mails and jobs that it causes. The log line and an answer of status 500 have
// the same id.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | null>();

/** @param id null for work that no request causes, even if a request has woken it */
export function runForRequest<Result>(id: string | null, work: () => Result): Result {
  return current.run(id, work);
}

/** Null outside of requests, as in sweeps and commands. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
