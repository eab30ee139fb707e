// Writers at full speed, and a ledger outside of the server that records the writes it acknowledged.
import { randomInt, randomUUID } from 'node:crypto';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { connect, type Connection } from './connection.ts';

/** The state of an app as a reader finds it; null when no app has the name. */
export type AppState = { description: string; version: string; releases: number; pictures: number } | null;

interface Entry {
  /** The only writer that changes this app. */
  writer: number;
  id: string;
  state: AppState;
  /** The state after an unanswered write, which may have been committed. */
  doubt: AppState | undefined;
}

export interface Ledger {
  entries: Map<string, Entry>;
  acknowledged: number;
  unanswered: number;
  /** Answers that are neither success nor 503. */
  unexpected: string[];
}

export function newLedger(): Ledger {
  return { entries: new Map(), acknowledged: 0, unanswered: 0, unexpected: [] };
}

/**
 * Compares the apps with the ledger, which then continues from them.
 * @returns a sentence for each app that differs from its acknowledged state
 */
export function compare(ledger: Ledger, found: Map<string, { id: string; state: AppState }>): string[] {
  const wrong = [...found.keys()]
    .filter((name) => !ledger.entries.has(name))
    .map((name) => `${name}: unknown`);
  for (const [name, entry] of ledger.entries) {
    const now = found.get(name);
    const text = JSON.stringify(now?.state ?? null);
    const allowed = [entry.state, ...(entry.doubt === undefined ? [] : [entry.doubt])].map((state) =>
      JSON.stringify(state),
    );
    if (!allowed.includes(text)) wrong.push(`${name}: ${text}, and not ${allowed.join(' or ')}`);
    if (now) ledger.entries.set(name, { ...entry, id: now.id, state: now.state, doubt: undefined });
    else ledger.entries.delete(name);
  }
  return wrong;
}

/** Digits, because the search index stores spelling variants of new words, which would slow this proof. */
const newMark = (): string => String(randomInt(2 ** 47)).padStart(15, '0');

interface Answer {
  status: number;
  body: Partial<AppJson>;
}

/** A small picture, half of the time a new one: bytes after the end of a JPEG are ignored. */
function pictureOf(jpegs: Buffer[]): Blob {
  const jpeg = jpegs[randomInt(jpegs.length)];
  if (!jpeg) throw new Error('No picture.');
  const mark = randomInt(2) === 0 ? randomUUID() : '';
  return new Blob([new Uint8Array(jpeg), mark]);
}

interface WriterOptions {
  ledger: Ledger;
  writer: number;
  origin: string;
  access: string;
  jpegs: Buffer[];
  isOver(): boolean;
}

/** Writes one request after another until `isOver`, or until a request is not answered. */
export async function writeUntil({
  ledger,
  writer,
  origin,
  access,
  jpegs,
  isOver,
}: WriterOptions): Promise<void> {
  const mine = [...ledger.entries].filter(([, entry]) => entry.writer === writer && entry.state !== null);
  const own = mine.map(([name]) => name);
  const connection = connect(origin);
  const authorization = `Bearer ${access}`;

  async function send(
    method: string,
    path: string,
    fields: Record<string, string>,
    pictures = 0,
  ): Promise<Answer> {
    if (pictures === 0) return await sendText(connection, method, path, fields, access);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (let index = 0; index < pictures; index += 1) body.append('screenshots', pictureOf(jpegs), 'a.jpg');
    const answer = await fetch(`${origin}/api/v1${path}`, { method, body, headers: { authorization } });
    return { status: answer.status, body: (await answer.json()) as Partial<AppJson> };
  }

  /** @returns whether to continue with this app */
  async function change(
    name: string,
    entry: Entry,
    after: AppState,
    request: () => Promise<Answer>,
  ): Promise<boolean> {
    ledger.entries.set(name, { ...entry, doubt: after });
    const answer = await request().catch(() => null);
    if (answer !== null && answer.status >= 200 && answer.status < 300) {
      ledger.acknowledged += 1;
      ledger.entries.set(name, { ...entry, id: answer.body.id ?? entry.id, state: after, doubt: undefined });
      return after !== null;
    }
    ledger.unanswered += 1;
    if (answer !== null && answer.status !== 503)
      ledger.unexpected.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return false;
  }

  async function create(): Promise<void> {
    const name = `Crash ${newMark()}`;
    const pictures = randomInt(4) === 0 ? 1 + randomInt(2) : 0;
    const state = { description: 'New.', version: '0.1.0', releases: 1, pictures };
    const fields = { name, description: state.description, website: 'https://myapp.ng' };
    const go = await change(name, { writer, id: '', state: null, doubt: undefined }, state, () =>
      send('POST', '/app/', fields, pictures),
    );
    if (go) own.push(name);
  }

  async function changeOne(): Promise<void> {
    const name = own[randomInt(own.length)] ?? '';
    const entry = ledger.entries.get(name);
    if (!entry?.state) throw new Error(`${name} is not in the ledger.`);
    const { id, state } = entry;
    const mark = newMark();
    const what = randomInt(10);
    const path = `/app/${id}/`;
    let go: boolean;
    if (what < 4) {
      const description = `Changed ${mark}.`;
      go = await change(name, entry, { ...state, description }, () => send('PATCH', path, { description }));
    } else if (what < 7) {
      const version = mark;
      const fields = { app: id, version, latest_feature: 'New.', release_type: 'BETA' };
      const after = { ...state, version, releases: state.releases + 1 };
      go = await change(name, entry, after, async () => {
        const answer = await send('POST', '/app/version/', fields);
        return { status: answer.status, body: { id } };
      });
    } else if (what < 8 && state.pictures < 4) {
      const after = { ...state, pictures: state.pictures + 1 };
      go = await change(name, entry, after, () => send('PATCH', path, {}, 1));
    } else {
      go = await change(name, entry, null, () => send('DELETE', path, {}));
    }
    if (!go) own.splice(own.indexOf(name), 1);
  }

  try {
    while (!isOver())
      await (own.length === 0 || (own.length < 12 && randomInt(4) === 0) ? create() : changeOne());
  } finally {
    connection.close();
  }
}

async function sendText(
  connection: Connection,
  method: string,
  path: string,
  fields: Record<string, string>,
  access: string,
): Promise<Answer> {
  const json = Object.keys(fields).length > 0 ? fields : undefined;
  const { status, text } = await connection.send(method, `/api/v1${path}`, json, access);
  return { status, body: JSON.parse(text) as Partial<AppJson> };
}
