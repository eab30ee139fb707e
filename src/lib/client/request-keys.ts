// The Idempotency-Key of a write: one from the press until an answer has come, so that what is pressed again after a lost answer is done
// once. It belongs to the content: a changed form gets another one. It outlives the page, as a kept form and a draft do.
import { z } from '../shared/zod.ts';

const storageKey = 'unanswered_writes';
const keptMs = 24 * 3_600_000;

/** Fields of which not even a digest is stored. */
const secret = /password|code|token/;

const storedSchema = z.record(z.string(), z.object({ key: z.string(), at: z.number() }));
type Stored = z.infer<typeof storedSchema>;

/** Of this page, also where nothing can be stored. */
const unanswered = new Map<string, string>();

export interface WriteKey {
  value: string;
  /** @param status of the answer that has come */
  answered(status: number): void;
}

/** What is sent, as a text: of files what tells one from another without reading it. */
function contentOf(
  method: string,
  path: string,
  body: Record<string, string> | FormData | undefined,
): string {
  const entries = body instanceof FormData ? [...body] : Object.entries(body ?? {});
  const parts = entries.map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify([method, path, ...parts]);
}

function holdsSecret(body: Record<string, string> | FormData | undefined): boolean {
  const names = body instanceof FormData ? [...body.keys()] : Object.keys(body ?? {});
  return names.some((name) => secret.test(name));
}

/** null where the page is not one that may compute it. */
async function digestOf(content: string): Promise<string | null> {
  // Only of pages that came over https or from this machine.
  if (!globalThis.isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readStored(): Stored {
  try {
    const parsed = storedSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
    const entries = parsed.success ? Object.entries(parsed.data) : [];
    return Object.fromEntries(entries.filter(([, { at }]) => at > Date.now() - keptMs));
  } catch {
    return {};
  }
}

function changeStored(change: (stored: Stored) => void): void {
  const stored = readStored();
  change(stored);
  try {
    if (Object.keys(stored).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    // Storage is blocked: the key lasts as long as the page.
  }
}

/** As `crypto.randomUUID`, which only secure pages have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * An answer that says whether the write was done. After any other (logged out, too many, a fault) the same may be sent again, and the
 * one before it may have been done.
 */
export function settles(status: number): boolean {
  return status < 500 && ![401, 408, 409, 429].includes(status);
}

export async function keyOfWrite(
  method: string,
  path: string,
  body: Record<string, string> | FormData | undefined,
): Promise<WriteKey> {
  const content = contentOf(method, path, body);
  const digest = await digestOf(content);
  const isStored = digest !== null && !holdsSecret(body);
  const name = digest ?? content;
  const value = unanswered.get(name) ?? (isStored ? readStored()[name]?.key : undefined) ?? newKey();
  unanswered.set(name, value);
  // Written down first: the page may not live to see the answer.
  if (isStored) changeStored((all) => (all[name] = { key: value, at: Date.now() }));
  return {
    value,
    answered(status) {
      if (!settles(status)) return;
      unanswered.delete(name);
      if (isStored) changeStored((all) => Reflect.deleteProperty(all, name));
    },
  };
}

/** For a deleted account. */
export function dropRequestKeys(): void {
  unanswered.clear();
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Then nothing was kept there either.
  }
}
