// Writes and reads while a dependency of the product is unavailable.
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
  /** Paths that must be answered normally; `{n}` makes an uncached address. */
  served: readonly string[];
  /** Paths that may be refused with 503 and Retry-After. */
  mayFail?: readonly string[];
}

export interface FaultResult {
  /** Number of writes by the status of their answers. */
  writes: Record<string, number>;
  /** Answers other than success, and 503 or 507 with Retry-After. */
  unexpected: string[];
  readsFailed: string[];
  /** Refused writes that were stored, and acknowledged writes that were lost. */
  wrong: string[];
  recoveredMs: number;
}

/** Begins the fault, sends writes and reads one after another, ends the fault, and checks what is stored. */
export async function runFault(fault: Fault): Promise<FaultResult> {
  const { origin, env, requests } = fault;
  const access = await signUpRemotely(origin, env['DATA_DIR'] ?? '');
  const connection = connect(origin);
  const appId = await createApp(connection, access);
  connection.close();
  const shot = await picture(300, 500);
  const acknowledged = { names: new Set(['Fresh']), description: 'Version 0.' };
  const result: FaultResult = { writes: {}, unexpected: [], readsFailed: [], wrong: [], recoveredMs: 0 };

  async function write(index: number): Promise<number> {
    const headers = { authorization: `Bearer ${access}` };
    let answer: Response;
    if (index % 3 === 0) {
      const form = new FormData();
      form.set('name', `Fault ${index}`);
      form.set('description', 'While something is away.');
      form.set('website', 'https://myapp.ng');
      // Each is a new picture: bytes after its end are ignored.
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
    checkRefusal(`write ${index}`, answer);
    await answer.arrayBuffer();
    return answer.status;
  }

  function checkRefusal(what: string, answer: Response): void {
    if (answer.ok) return;
    const isExpected =
      (answer.status === 503 || answer.status === 507) && answer.headers.get('retry-after') !== null;
    if (!isExpected) result.unexpected.push(`${what}: ${answer.status}`);
  }

  async function read(path: string, mustWork: boolean, index: number): Promise<void> {
    const answer = await fetch(origin + path.replace('{n}', String(index)), { redirect: 'manual' });
    await answer.arrayBuffer();
    if (mustWork && answer.status !== 200) result.readsFailed.push(`${path}: ${answer.status}`);
    checkRefusal(path, answer);
  }

  const reads = [...fault.served, ...(fault.mayFail ?? [])];
  // Fills the cache, and checks that the paths work.
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
  // Waits for a write with a picture and for one without.
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

/** Formats the figures as one line. */
export function figuresOf(
  what: string,
  { writes, unexpected, readsFailed, wrong, recoveredMs }: FaultResult,
): string {
  return (
    `${what}: writes by status ${JSON.stringify(writes)}, ${unexpected.length} answers other than success or 503 and 507 with Retry-After, ` +
    `${readsFailed.length} reads failed that could be served, ${wrong.length} half or lost writes, recovered after ${recoveredMs.toFixed(0)} ms`
  );
}
