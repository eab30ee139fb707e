// npm run bench:hits -- --against ../before: processor time and requests a second of cached answers, in this
// checkout and in others of the same project (each built), in turn. A name=value after a comma is set for that server
// alone, as in `--against .,LOG_LEVEL=debug`. Linux only.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { percentile, startServer, type ServerProcess } from '../../tests/support/server-process.ts';
import { isPinned, load, loadTool, serverPin } from './load.ts';
import { seeded } from './seeded.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string', multiple: true, default: [] },
    apps: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
});
const seconds = Number(values.seconds);
const connections = 32;
const dataDir = seeded(Number(values.apps));
const scratch = mkdtempSync(join(tmpdir(), 'naijabuilt-bench-'));

interface Candidate {
  name: string;
  server: ServerProcess;
  logFile: string;
}

function nameAndValue(setting: string): [string, string] {
  const [name = '', value = ''] = setting.split('=', 2);
  return [name, value];
}

async function start(variant: string, index: number): Promise<Candidate> {
  const [folder = '.', ...settings] = variant.split(',');
  const cwd = resolve(folder);
  if (!existsSync(join(cwd, 'dist/server/entry.mjs'))) throw new Error(`Build ${cwd} first: npm run build.`);
  const own = join(scratch, String(index));
  cpSync(dataDir, own, { recursive: true });
  const logFile = `${own}.log`;
  const env = Object.fromEntries(settings.map(nameAndValue));
  const server = await startServer(
    { DATA_DIR: own, SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'info', ...env },
    { cwd, logFile, pin: serverPin },
  );
  return { name: [basename(cwd), ...settings].join(','), server, logFile };
}

/** Microseconds of processor time that a process has used. */
function processorTime({ server }: Candidate): number {
  const stat = readFileSync(`/proc/${String(server.process.pid)}/stat`, 'utf8');
  // After the name, which may hold spaces: user and system time are the fields 14 and 15, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

const candidates: Candidate[] = [];
try {
  for (const [index, variant] of ['.', ...values.against].entries())
    candidates.push(await start(variant, index));
  const [first] = candidates;
  const answer = await fetch(`${first?.server.origin ?? ''}/api/v1/app/`);
  const { results } = (await answer.json()) as { results: AppJson[] };
  const targets = { home: '/', app: `/app/${results[0]?.name_id ?? ''}` };
  console.log(
    `${loadTool}, ${connections} connections, ${values.rounds} rounds of ${seconds} s each, in turn`,
  );
  for (const [target, path] of Object.entries(targets)) {
    const costs = new Map(candidates.map((one) => [one, { micros: [] as number[], rates: [] as number[] }]));
    for (let round = -1; round < Number(values.rounds); round += 1) {
      for (const [candidate, { micros, rates }] of costs) {
        const before = processorTime(candidate);
        const done = await load(candidate.server.origin + path, { connections, seconds });
        if (done.failures > 0) throw new Error(`${candidate.name}: ${done.failures} of ${path} failed.`);
        // The first round compiles and compresses.
        if (round === -1) continue;
        micros.push((processorTime(candidate) - before) / done.answers);
        rates.push(done.requestsPerSecond);
      }
    }
    const rows = [...costs].map(([{ name }, { micros, rates }]) => ({
      [target]: name,
      'µs of processor an answer': percentile(micros, 0.5).toFixed(1),
      least: Math.min(...micros).toFixed(1),
      'requests/s': Math.round(percentile(rates, 0.5)),
    }));
    console.table(rows);
  }
  console.log(isPinned ? 'Server on core 0, load on core 1.' : 'Server and load were not kept apart.');
} finally {
  for (const { server } of candidates) await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
