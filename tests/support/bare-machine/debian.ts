// A bare Debian 12, made by debootstrap and kept for the next run.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PROOF_CACHE keeps the bare Debian and downloaded packages from one run to the next. */
export const cache = process.env['PROOF_CACHE'] ?? join(tmpdir(), 'naijabuilt-proof-cache');
export const base = join(cache, 'bookworm');
const mirror = 'http://deb.debian.org/debian';

export async function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** @returns the seconds that debootstrap took, 0 where the cache has it */
export async function makeBase(): Promise<number> {
  for (const folder of ['debs', 'npm', 'first-debs']) mkdirSync(join(cache, folder), { recursive: true });
  if (existsSync(base)) return 0;
  const began = performance.now();
  const half = `${base}.half`;
  await rm(half, { recursive: true, force: true });
  const args = [`--cache-dir=${join(cache, 'first-debs')}`, 'bookworm', half, mirror];
  const { code, output } = await finished(spawn('debootstrap', args));
  if (code !== 0) throw new Error(`debootstrap: ${output.slice(-2_000)}`);
  renameSync(half, base);
  return (performance.now() - began) / 1_000;
}
