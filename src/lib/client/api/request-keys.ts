// The Idempotency-Key of a write: one from the press until an answer has come, so that what is pressed again after a
// lost answer is done once. It belongs to the content: a changed form gets another one. It outlives the page, as a kept
// form and a draft do. It ends when another write may have undone what it stands for: an answer that was kept before
// must not hide that nothing is written now.
import { z } from '../../shared/zod.ts';
import { storageKey, unanswered } from './unanswered-writes.ts';

const keptMs = 24 * 3_600_000;

/** Fields of which not even a digest is stored. */
const secret = /password|code|token/;

/** `target` is the digest of method and path. */
const storedSchema = z.record(z.string(), z.object({ key: z.string(), at: z.number(), target: z.string() }));
type Stored = z.infer<typeof storedSchema>;

type Body = Record<string, string> | FormData | undefined;

export interface WriteKey {
  value: string;
  /** @param status of the answer that has come */
  answered(status: number): void;
}

function entriesOf(body: Body): [string, string | File][] {
  return body instanceof FormData ? [...body] : Object.entries(body ?? {});
}

/**
 * What is sent, as a text. Of a file that a page has read anew only the bytes are the same, not when it was changed.
 */
async function contentOf(target: string, body: Body): Promise<string> {
  const parts: unknown[] = [target];
  for (const [name, value] of entriesOf(body))
    if (typeof value === 'string') parts.push([name, value]);
    else parts.push([name, value.name, value.size, await fingerprintOf(value)]);
  return JSON.stringify(parts);
}

async function fingerprintOf(file: File): Promise<string | number> {
  if (!globalThis.isSecureContext) return file.lastModified;
  return (await digestOf(await file.arrayBuffer())) ?? file.lastModified;
}

/** A change of texts sets them: sent again it does no harm, and the last one that was sent is the one that counts. */
function setsTexts(method: string, body: Body): boolean {
  return method === 'PATCH' && entriesOf(body).every(([, value]) => typeof value === 'string');
}

const holdsSecret = (body: Body): boolean => entriesOf(body).some(([name]) => secret.test(name));

/** null where the page is not one that may compute it. */
async function digestOf(content: string | ArrayBuffer): Promise<string | null> {
  // Only of pages that came over https or from this machine.
  if (!globalThis.isSecureContext) return null;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
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

/** @returns whether it is stored now */
function changeStored(change: (stored: Stored) => void): boolean {
  const stored = readStored();
  change(stored);
  try {
    if (Object.keys(stored).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(stored));
    return true;
  } catch {
    // Storage is blocked: the key lasts as long as the page.
    return false;
  }
}

/** As `crypto.randomUUID`, which only secure pages have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * An answer that says whether the write was done. After any other (logged out, too many, a fault) the same may be sent
 * again, and the one before it may have been done.
 */
export function settles(status: number): boolean {
  return status < 500 && ![401, 408, 409, 429].includes(status);
}

export async function keyOfWrite(method: string, path: string, body: Body): Promise<WriteKey> {
  const request = `${method} ${path}`;
  const target = (await digestOf(request)) ?? request;
  const content = await contentOf(target, body);
  const digest = await digestOf(content);
  const name = digest ?? content;
  const isKept = !setsTexts(method, body);
  const known = isKept ? (readStored()[name] ?? unanswered.get(name))?.key : undefined;
  const value = known ?? newKey();
  if (isKept) {
    const mayStore = digest !== null && !holdsSecret(body);
    // Written down first: the page may not live to see the answer. Not here as well, as another tab may take it back.
    const isStored = mayStore && changeStored((all) => (all[name] = { key: value, at: Date.now(), target }));
    if (!isStored) unanswered.set(name, { key: value, target });
  }
  return {
    value,
    answered(status) {
      if (!settles(status)) return;
      const isDone = status < 400;
      // What is deleted may be what an earlier write made, and a change undoes the one before. What is made stands
      // beside the other.
      const undoes = (of: string): boolean => method === 'DELETE' || (method === 'PATCH' && of === target);
      forget((at, of) => at === name || (isDone && undoes(of)));
    },
  };
}

function forget(isOver: (name: string, target: string) => boolean): void {
  for (const [name, { target }] of unanswered) if (isOver(name, target)) unanswered.delete(name);
  changeStored((all) => {
    for (const [name, { target }] of Object.entries(all))
      if (isOver(name, target)) Reflect.deleteProperty(all, name);
  });
}
