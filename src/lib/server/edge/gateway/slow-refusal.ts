// The answer to a client that asks too much waits a moment. A client that asks again as soon as it is answered would
// otherwise have thousands of refusals a second, which cost the process more than the pages that others ask for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refusal } from './exchange.ts';

/** Longer than a page takes, and too short for a person to notice. Milliseconds. */
const refusalMs = 100;

/** Where everybody is refused ('crowd', 'hashing'), a held answer would only add to what the process carries. */
const atOnce: ReadonlySet<Refusal> = new Set(['crowd', 'hashing', 'token']);

/** Resolves when the refusal may be sent. */
export async function holdRefusal(refusal: Refusal): Promise<void> {
  if (!atOnce.has(refusal)) await sleep(refusalMs);
}

/** As `holdRefusal`, for an answer of the API. */
export async function holdTooMany(status: number): Promise<void> {
  if (status === 429) await sleep(refusalMs);
}
