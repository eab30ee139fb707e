// The Idempotency-Key of a write. A write keeps its key until it is answered, so that a form that is sent again after a
// lost answer is done once. The key belongs to the content: a changed form gets another one. It outlives the page, as a
// draft does. It is dropped when another write may have undone this one, because the server would then repeat its old
// answer and write nothing.
import { readJson, removeText, writeText } from '../storage.ts';

const storageKey = 'unanswered_writes';
const keptMs = 24 * 3_600_000;

/** Names of fields whose values are not stored, not even as a digest. */
const secret = /password|code|token/;

/** By the digest of the content; `target` is that of method and path. */
type Writes = Record<string, { key: string; at: number; target: string }>;

/** Writes of this page that are not stored, or cannot be. */
let unstored: Writes = {};

export function dropRequestKeys(): void {
  unstored = {};
  removeText(storageKey);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers have digests on https only: without it nothing is stored, and the content stands for itself. */
async function digestOf(content: string | ArrayBuffer): Promise<string> {
  if (!isSecureContext) return typeof content === 'string' ? content : String(content.byteLength);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Files are compared by their bytes, because a file that is read again has another date. */
async function contentOf([name, value]: [string, string | File]): Promise<string[]> {
  return typeof value === 'string'
    ? [name, value]
    : [name, value.name, await digestOf(await value.arrayBuffer())];
}

function readStored(): Writes {
  const stored = Object.entries((readJson(storageKey) ?? {}) as Writes);
  return Object.fromEntries(stored.filter(([, one]) => one.at > Date.now() - keptMs));
}

/**
 * Whether an answer with this status tells if the write was done. After any other (logged out, too many requests, a
 * fault) the same write may be sent again, although it may have been done.
 */
export function settles(status: number): boolean {
  return status < 500 && ![401, 408, 409, 429].includes(status);
}

export async function keyOfWrite(method: string, path: string, body?: Record<string, string> | FormData) {
  const entries: [string, string | File][] =
    body instanceof FormData ? [...body] : Object.entries(body ?? {});
  const target = await digestOf(`${method} ${path}`);
  const name = await digestOf(JSON.stringify([target, ...(await Promise.all(entries.map(contentOf)))]));
  // A write that only sets values can be repeated without harm, and the last one sent must win.
  const setsTexts = method === 'PATCH' && entries.every(([, value]) => typeof value === 'string');
  const isKept = method !== 'PUT' && !setsTexts;
  const known = isKept ? { ...unstored, ...readStored() }[name]?.key : undefined;
  // `crypto.randomUUID` exists in secure contexts only.
  const value = known ?? hexOf(crypto.getRandomValues(new Uint8Array(16)));
  if (isKept) {
    // Stored before the request, because the page may be closed before the answer. A stored key is not in memory as
    // well, because another tab may drop it.
    const write = { [name]: { key: value, at: Date.now(), target } };
    const isStored =
      isSecureContext &&
      !entries.some(([field]) => secret.test(field)) &&
      writeText(storageKey, JSON.stringify({ ...readStored(), ...write }));
    if (!isStored) unstored = { ...unstored, ...write };
  }
  return {
    value,
    answered(status: number): void {
      if (!settles(status)) return;
      // A deletion may delete the result of an earlier write, and a change undoes the change before it. A creation
      // undoes nothing.
      const undoes = (of: string): boolean => method === 'DELETE' || (method === 'PATCH' && of === target);
      forget((at, of) => at === name || (status < 400 && undoes(of)));
    },
  };
}

function forget(isOver: (name: string, target: string) => boolean): void {
  const left = (writes: Writes): Writes =>
    Object.fromEntries(Object.entries(writes).filter(([name, { target }]) => !isOver(name, target)));
  unstored = left(unstored);
  const stored = left(readStored());
  if (Object.keys(stored).length > 0) writeText(storageKey, JSON.stringify(stored));
  else removeText(storageKey);
}
