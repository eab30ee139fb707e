// After a build: no file that ships to the browser may hold the query builder, a database driver, the image library or
// a module of Node. Each of them means that client code imported a server module.
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';

export interface Finding {
  /** Path from the folder that was checked. */
  file: string;
  reason: string;
}

/** Texts that a minifier cannot change, because they are used at run time. */
const markers: { name: string; pattern: RegExp }[] = [
  {
    name: 'the query builder (kysely)',
    pattern: /\b(?:SelectQueryNode|SchemableIdentifierNode)\b|kysely_migration/,
  },
  {
    name: 'a database driver (better-sqlite3)',
    pattern: /better_sqlite3\.node|default better-sqlite3 entrypoint/,
  },
  { name: 'a database driver (pg)', pattern: /SASL: (?:Mechanism|SCRAM-)|SCRAM-SHA-256-PLUS/ },
  {
    name: 'the image library (sharp)',
    pattern: /sharp-libvips|VipsForeignLoad|Could not load the "sharp" module/,
  },
  // The bundler's substitute for a Node module.
  { name: 'a module of Node, left out by the bundler', pattern: /__vite-browser-external/ },
  { name: 'a source of the server (by its source map)', pattern: /\/lib\/server\/[a-z]/ },
];

const serverPackages = ['kysely', 'better-sqlite3', 'pg', 'sharp'];
const nodeModules = new Set(builtinModules.map((name) => name.replace(/^node:/, '')));

/** `from "x"`, `import "x"`, `import("x")`, `require("x")`, in any quotes and without any spaces. */
const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(["'`])([^"'`\s]+)\1/g;

const checked = /\.(?:js|mjs|cjs|html|map)$/;

/** Server code in a built folder. */
export async function findServerCode(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !checked.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(folder, path);
    for (const reason of reasonsIn(await readFile(path, 'utf8'))) findings.push({ file, reason });
  }
  return findings;
}

function reasonsIn(text: string): Set<string> {
  const reasons = new Set<string>();
  for (const { name, pattern } of markers) if (pattern.test(text)) reasons.add(`holds ${name}`);
  for (const [, , specifier = ''] of text.matchAll(specifiers)) {
    if (
      isOfNode(specifier) ||
      serverPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
    ) {
      reasons.add(`imports '${specifier}'`);
    }
  }
  return reasons;
}

/** Whether only Node knows the name; 'events' without the prefix could be one of our chunks. */
function isOfNode(specifier: string): boolean {
  return specifier.startsWith('node:') && nodeModules.has(specifier.slice('node:'.length));
}

/** @throws Error that names every file and reason */
export async function checkClientBundle(folder: string): Promise<void> {
  const findings = await findServerCode(folder);
  if (findings.length === 0) return;
  const lines = findings.map(({ file, reason }) => `  ${join(folder, file)} ${reason}`);
  throw new Error(`Server code would ship to the browser:\n${lines.join('\n')}`);
}

/**
 * A Vite plugin that refuses Node's modules where they are imported. In a production build Vite puts an empty object in
 * their place, which cannot be found in the files afterwards.
 */
export const nodeModuleGuard = {
  name: 'node-module-guard',
  enforce: 'pre' as const,
  applyToEnvironment: (environment: { config: { consumer: string } }) =>
    environment.config.consumer === 'client',
  resolveId(specifier: string, importer: string | undefined): void {
    if (isOfNode(specifier))
      throw new Error(`${importer ?? 'Client code'} imports '${specifier}': it would ship to the browser.`);
  },
};

if (import.meta.main) {
  try {
    await checkClientBundle(process.argv[2] ?? 'dist/client');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
