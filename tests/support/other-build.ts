// A checkout of its own, whose build can differ from that of another one.
import { cpSync, globSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies the build, and links everything else that a server needs: V8's compile cache knows a file by its real path.
 * @returns the folder, which the caller removes
 */
export async function copyCheckout(): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'naijabuilt-checkout-'));
  cpSync('dist', join(checkout, 'dist'), { recursive: true });
  for (const part of ['node_modules', 'package.json', 'public', 'src'])
    symlinkSync(join(process.cwd(), part), join(checkout, part));
  return checkout;
}

/**
 * Renames a script of a build, and every page that names it, as a change of the script would.
 * @returns the new name
 */
export function renameScript(dist: string, script: string): string {
  // As long as before: the hash is the last 8 characters before '.js'.
  const renamed = script.replace(/.{3}\.js$/, 'New.js');
  const scripts = join(dist, 'client/_astro');
  for (const name of readdirSync(scripts).filter((one) => one.startsWith(script)))
    renameSync(join(scripts, name), join(scripts, name.replace(script, renamed)));
  for (const file of globSync('server/**/*.mjs', { cwd: dist })) {
    const code = readFileSync(join(dist, file), 'utf8');
    if (code.includes(script)) writeFileSync(join(dist, file), code.replaceAll(script, renamed));
  }
  return renamed;
}

/** The names of the scripts that a page loads. */
export function scriptsOf(page: string): string[] {
  return [...page.matchAll(/\/_astro\/([^"]+\.js)/g)].map(([, name]) => name ?? '');
}
