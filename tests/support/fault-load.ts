// Writes and reads while something that the product stands on is away, and what came of them.
import { openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { createApp } from './fresh-everywhere.ts';
import { picture } from './pictures.ts';
import { connect } from './connection.ts';
import { signUpRemotely } from './remote-person.ts';

interface Fault {
  origin: string;
  env: Record<string, string>;
  requests: number;
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Paths that must be answered as ever; `{n}` makes an address that is not kept in memory. */
  served: readonly string[];
  /** Paths that may be refused, with 503 and Retry-After. */
  mayFail?: readonly string[];
}

export interface Weathered {
  /** How often each status answered a write. */
  writes: Record<string, number>;
  /** Answers that were neither success nor 503 or 507 with Retry-After. */
  unexpected: string[];
  readsFailed: string[];
  /** Writes that were refused and are there, or were acknowledged and are not. */
  wrong: string[];
  recoveredMs: number;
}

/**
 * Begins the fault, sends so many writes and as many reads of each kind one after the other, ends it, and looks what is
 * there.
 */
export async function weather(fault: Fault): Promise<Weathered> {
  const { origin, env, requests } = fault;
  const access = await signUpRemotely(origin, env['DATA_DIR'] ?? '');
  const connection = connect(origin);
  const appId = await createApp(connection, access);
  connection.close();
  const shot = await picture(300, 500);
  const acknowledged = { names: new Set(['Fresh']), description: 'Version 0.' };
  const result: Weathered = { writes: {}, unexpected: [], readsFailed: [], wrong: [], recoveredMs: 0 };

  async function write(index: number): Promise<number> {
    const headers = { authorization: `Bearer ${access}` };
    let answer: Response;
    if (index % 3 === 0) {
      const form = new FormData();
      form.set('name', `Fault ${index}`);
      form.set('description', 'While something is away.');
      form.set('website', 'https://myapp.ng');
      // Each a new one: what follows the end of a picture is ignored.
      form.append('screenshot', new Blob([new Uint8Array(shot), `${origin} ${index}`]), 'a.png');
      answer = await fetch(`${origin}/api/v1/app/`, { method: 'POST', headers, body: form });
      if (answer.ok) acknowledged.names.add(`Fault ${index}`);
    } else {
      const description = `Version ${index}.`;
      answer = await fetch(`${origin}/api/v1/app/${appId}/`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ description }),
      });
      if (answer.ok) acknowledged.description = description;
    }
    judge(`write ${index}`, answer);
    await answer.arrayBuffer();
    return answer.status;
  }

  function judge(what: string, answer: Response): void {
    if (answer.ok) return;
    const polite =
      (answer.status === 503 || answer.status === 507) && answer.headers.get('retry-after') !== null;
    if (!polite) result.unexpected.push(`${what}: ${answer.status}`);
  }

  async function read(path: string, mustWork: boolean, index: number): Promise<void> {
    const answer = await fetch(origin + path.replace('{n}', String(index)), { redirect: 'manual' });
    await answer.arrayBuffer();
    if (mustWork && answer.status !== 200) result.readsFailed.push(`${path}: ${answer.status}`);
    judge(path, answer);
  }

  const reads = [...fault.served, ...(fault.mayFail ?? [])];
  // Into the memory, and to see that they work at all.
  for (const path of reads) await read(path, true, 0);
  await fault.begin();
  for (let index = 1; index <= requests; index += 1) {
    const status = await write(index);
    result.writes[status] = (result.writes[status] ?? 0) + 1;
    const path = reads[index % reads.length] ?? '/';
    await read(path, fault.served.includes(path), index);
    if (index % 250 === 0) console.log(`${index} writes: ${JSON.stringify(result.writes)}`);
  }
  await fault.end();
  const ended = performance.now();
  // One with a picture, and one without.
  for (let next = Math.ceil((requests + 1) / 3) * 3; (await write(next)) >= 500; next += 3)
    if (performance.now() - ended > 30_000) throw new Error('Not recovered within 30 s.');
  while ((await write(1)) >= 500)
    if (performance.now() - ended > 30_000) throw new Error('Not recovered within 30 s.');
  result.recoveredMs = performance.now() - ended;
  for (const path of reads) await read(path, true, requests + 1);
  result.wrong = await compareNames(env, acknowledged);
  return result;
}

async function compareNames(
  env: Record<string, string>,
  { names, description }: { names: Set<string>; description: string },
): Promise<string[]> {
  const db = await openDatabase(parseConfig(env));
  try {
    const apps = await db.read.selectFrom('apps').select(['name', 'description']).execute();
    const there = new Set(apps.map(({ name }) => name));
    const fresh = apps.find(({ name }) => name === 'Fresh')?.description;
    return [
      ...[...there]
        .filter((name) => name.startsWith('Fault') && !names.has(name))
        .map((name) => `${name} was refused and is there`),
      ...[...names]
        .filter((name) => !there.has(name))
        .map((name) => `${name} was acknowledged and is not there`),
      ...(fresh === description ? [] : [`Fresh says ${fresh}, and not ${description}`]),
    ];
  } finally {
    await db.close();
  }
}

/** One line of figures. */
export function figuresOf(
  what: string,
  { writes, unexpected, readsFailed, wrong, recoveredMs }: Weathered,
): string {
  return (
    `${what}: writes by status ${JSON.stringify(writes)}, ${unexpected.length} answers other than success or 503 and 507 with Retry-After, ` +
    `${readsFailed.length} reads failed that could be served, ${wrong.length} half or lost writes, recovered after ${recoveredMs.toFixed(0)} ms`
  );
}
