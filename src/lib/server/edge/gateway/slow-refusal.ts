// Delays the refusal of a client that asks too much. A client that asks again at once would otherwise cause thousands
// of refusals a second, which cost the process more than the pages of others.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refusal } from './exchange.ts';

/** Longer than a page takes, and too short for a person to notice. Milliseconds. */
const refusalMs = 100;

/** This refusal is not delayed: if everybody is refused, delayed answers would add to the load. */
const atOnce: ReadonlySet<Refusal> = new Set(['crowd', 'hashing', 'token']);

/** Resolves when the refusal may be sent. */
export async function holdRefusal(refusal: Refusal): Promise<void> {
  if (!atOnce.has(refusal)) await sleep(refusalMs);
}

/** As `holdRefusal`, for an answer of the API. */
export async function holdTooMany(status: number): Promise<void> {
  if (status === 429) await sleep(refusalMs);
}
