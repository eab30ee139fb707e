// Caddy with a configuration of deploy/ on free ports.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server-process.ts';

const { status, stdout } = spawnSync('caddy', ['version'], { encoding: 'utf8' });

export const hasCaddy = status === 0;

/**
 * Whether it sends the body again with a request whose first node refused the connection. Versions before 2.11.2 close
 * the body instead and answer 502 (https://github.com/caddyserver/caddy/issues/7546).
 */
export const caddyRetriesBodies = isAtLeast(/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '0.0.0', '2.11.2');

function isAtLeast(version: string, needed: string): boolean {
  return version.localeCompare(needed, 'en', { numeric: true }) >= 0;
}

export interface Caddy {
  origin: string;
  stop(): Promise<void>;
}

interface Options {
  /** The configuration, such as deploy/Caddyfile. */
  file: string;
  /** Texts of the configuration with their replacements. */
  replaced?: readonly [string, string][];
  env?: Record<string, string>;
}

/** Resolves when Caddy answers. */
export async function startCaddy({ file, replaced = [], env = {} }: Options): Promise<Caddy> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-caddy-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let text = await readFile(file, 'utf8');
  // Caddyfile.compose takes its address from the environment.
  const address: [string, string][] = text.includes('\n{$SITE_ADDRESS:')
    ? []
    : [['\n:8080 {', `\n${origin} {`]];
  for (const [from, to] of [...address, ...replaced]) {
    if (!text.includes(from)) throw new Error(`${file} has no '${from}'.`);
    text = text.replace(from, to);
  }
  const own = join(folder, 'Caddyfile');
  await writeFile(own, `{\n\tadmin off\n}\n${text}`);
  const child = spawn('caddy', ['run', '--config', own, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: origin,
      ...env,
    },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + 20_000;
  while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode === null && Date.now() < deadline) {
      await sleep(50);
      continue;
    }
    const fault =
      child.exitCode === null ? 'did not answer within 20 s' : `ended with ${String(child.exitCode)}`;
    await stop();
    throw new Error(`Caddy ${fault}.`);
  }
  return { origin, stop };
}
