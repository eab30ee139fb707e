// An image's files and settings run as compose.yaml runs them: a read-only root, memory at /tmp, a volume at /data, and
// an ordinary user without capabilities.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { freePort } from '../server-process.ts';
import type { ImageSettings } from './image-store.ts';

export interface Container {
  origin: string;
  /** Runs a command beside the server, as `docker exec` does. */
  exec(command: readonly string[]): { status: number | null; stdout: string; stderr: string };
  /** @returns what the server ended with after SIGTERM */
  stop(): Promise<number | null>;
}

interface ContainerOptions {
  root: string;
  settings: ImageSettings;
  /** A folder for the volume. */
  data: string;
}

const prepare = `
mount --bind "$0" "$0"
mount --bind "$DATA" "$0/data"
mount -t proc proc "$0/proc"
mount -t tmpfs tmpfs "$0/tmp"
mount --bind /dev "$0/dev"
mount -o remount,ro,bind "$0"
cd "$0"
exec chroot . setpriv --reuid=node --regid=node --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all env -i "$@"
`;

export async function startContainer({ root, settings, data }: ContainerOptions): Promise<Container> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${String(port)}`;
  mkdirSync(data);
  // The volume belongs to the image's user, as the folder that it takes the place of.
  chownSync(data, 1000, 1000);
  const variables = [
    ...settings.Env,
    'HOST=127.0.0.1',
    `PORT=${String(port)}`,
    `SITE_URL=${origin}`,
    'METRICS_PORT=',
  ];
  const inside = (command: readonly string[]) => [
    ...['--mount', '--propagation', 'private', 'sh', '-ec', prepare, root],
    ...[`--chdir=${settings.WorkingDir}`, ...variables, 'HOME=/home/node', ...command],
  ];
  const env = { ...process.env, DATA: data };
  const server = spawn('unshare', inside(settings.Cmd), { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(server, 'exit');
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('The container is not ready.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    exec: (command) => spawnSync('unshare', inside(command), { env, encoding: 'utf8' }),
    async stop() {
      server.kill('SIGTERM');
      await ended;
      return server.exitCode;
    },
  };
}
