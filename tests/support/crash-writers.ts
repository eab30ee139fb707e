// Writers at full speed: owners, and the staff who decide on their apps.
import { randomInt, randomUUID } from 'node:crypto';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { lifecycles, ownerStates } from '../../src/lib/shared/schemas/listing-states.ts';
import { reportReasons } from '../../src/lib/shared/schemas/moderation/policies.ts';
import { connect, type Connection } from './connection.ts';
import { chooseCategories, type CategoryLedger } from './crash-categories.ts';
import { bulkStep, deskStep, isOwners, takeStep, type Desk, type DeskStep } from './crash-desk.ts';
import { acknowledge, noDesk, type AppState, type Entry, type Ledger } from './crash-ledger.ts';

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
  categories: CategoryLedger;
  writer: number;
  origin: string;
  access: string;
  /** Of another person, who reports the apps. */
  reporter: string;
  desk: Pick<Desk, 'secret' | 'staff'>;
  jpegs: Buffer[];
  isOver(): boolean;
}

/** Writes one request after another until `isOver`, or until a request is not answered. */
export async function writeUntil({
  ledger,
  categories,
  writer,
  origin,
  access,
  reporter,
  desk: known,
  jpegs,
  isOver,
}: WriterOptions): Promise<void> {
  const mine = [...ledger.entries].filter(
    ([, entry]) => entry.writer === writer && entry.state !== null && !entry.bulk,
  );
  const own = mine.map(([name]) => name);
  const connection = connect(origin);
  const desk: Desk = { ...known, connection, ledger };
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
    kind: string,
    [name, entry]: [name: string, entry: Entry],
    after: AppState,
    request: () => Promise<Answer>,
  ): Promise<boolean> {
    ledger.entries.set(name, { ...entry, doubt: after });
    const answer = await request().catch(() => null);
    if (answer !== null && answer.status >= 200 && answer.status < 300) {
      acknowledge(ledger, kind);
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
    const shown = 'public active';
    const state = {
      description: 'New.',
      version: '0.1.0',
      releases: 1,
      pictures,
      shown,
      reports: 0,
      decisions: 0,
      strikes: 0,
      appeals: 0,
      answeredAppeals: 0,
    };
    const { keys, names } = chooseCategories(categories);
    const fields = {
      name,
      description: state.description,
      website: 'https://myapp.ng',
      category: names.join(),
    };
    const entry = { writer, id: '', state: null, doubt: undefined, desk: noDesk, categories: keys };
    const go = await change('app', [name, entry], state, () => send('POST', '/app/', fields, pictures));
    if (go) own.push(name);
  }

  async function takeDeskStep(step: DeskStep): Promise<void> {
    for (const name of await takeStep(desk, step)) own.splice(own.indexOf(name), 1);
  }

  async function changeOne(): Promise<void> {
    const name = own[randomInt(own.length)] ?? '';
    const entry = ledger.entries.get(name);
    if (!entry?.state) throw new Error(`${name} is not in the ledger.`);
    const { id, state } = entry;
    const step = randomInt(2) === 0 ? deskStep(desk, name, entry) : null;
    if (step) {
      await takeDeskStep(step);
      return;
    }
    const app: [string, Entry] = [name, entry];
    const mark = newMark();
    const what = randomInt(14);
    const path = `/app/${id}/`;
    const isReportable = /^(public|limited) /.test(state.shown) && state.reports < reportReasons.length;
    let go = true;
    if (state.shown.startsWith('removed ')) {
      // Its owner can only appeal.
      own.splice(own.indexOf(name), 1);
    } else if (what < 4) {
      const description = `Changed ${mark}.`;
      const after = { ...state, description };
      go = await change('description', app, after, () => send('PATCH', path, { description }));
    } else if (what < 7) {
      const version = mark;
      const fields = { app: id, version, latest_feature: 'New.', release_type: 'BETA' };
      const after = { ...state, version, releases: state.releases + 1 };
      go = await change('release', app, after, async () => {
        const answer = await send('POST', '/app/version/', fields);
        return { status: answer.status, body: { id } };
      });
    } else if (what < 8 && state.pictures < 4) {
      const after = { ...state, pictures: state.pictures + 1 };
      go = await change('picture', app, after, () => send('PATCH', path, {}, 1));
    } else if (what < 11 && isOwners(state)) {
      const choice = {
        state: ownerStates[randomInt(2)] ?? 'public',
        lifecycle: lifecycles[randomInt(2)] ?? 'active',
      };
      const after = { ...state, shown: `${choice.state} ${choice.lifecycle}` };
      go = await change('state', app, after, () => send('PATCH', path, choice));
    } else if (what < 13 && isReportable) {
      // One open report of each reason.
      const reason = reportReasons[state.reports] ?? 'other';
      const report = { about: `app:${id}`, reason, message: `Reported while it crashed, ${mark}.` };
      const after = { ...state, reports: state.reports + 1 };
      go = await change('report', app, after, async () => {
        const { status } = await sendText(connection, 'POST', '/report/', report, reporter);
        return { status, body: { id } };
      });
    } else if (isOwners(state)) {
      go = await change('deletion', app, null, () => send('DELETE', path, {}));
    }
    if (!go) own.splice(own.indexOf(name), 1);
  }

  const isFree = (name: string) => isOwners(ledger.entries.get(name)?.state ?? null);

  async function writeOnce(): Promise<void> {
    const bulk = randomInt(20) === 0 ? bulkStep(desk, own) : null;
    if (bulk) await takeDeskStep(bulk);
    else if (own.length === 0 || (own.filter(isFree).length < 12 && randomInt(4) === 0)) await create();
    else await changeOne();
  }

  try {
    while (!isOver()) await writeOnce();
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
