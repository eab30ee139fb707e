// A control group for a systemd that is not this machine's own: it makes groups for its units there.
import { existsSync, globSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

export function makeCgroup(): string {
  const mount = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (mount === undefined) throw new Error('This machine has no cgroup2.');
  const group = join(mount, `naijabuilt-proof-${String(process.pid)}`);
  mkdirSync(group);
  return group;
}

/** After its processes have ended. */
export async function removeCgroup(group: string): Promise<void> {
  const isEmpty = () => readFileSync(join(group, 'cgroup.events'), 'utf8').includes('populated 0');
  await vi.waitUntil(isEmpty, { timeout: 20_000 });
  // The deepest first: a group with others in it cannot be removed.
  for (const inner of globSync(`${group}/**/cgroup.procs`).sort((one, other) => other.length - one.length)) {
    const folder = join(inner, '..');
    if (existsSync(folder)) rmdirSync(folder);
  }
}
