// The rooms and the table of imports, read from docs/architecture.md.
import { readFileSync } from 'node:fs';
import type { Import } from './imports.ts';

const page = readFileSync('docs/architecture.md', 'utf8');

/** In this order a slice may use the ones before it. */
const sliceOrder = /^Slice order, earliest first: ([\w, -]+)\./m.exec(page)?.[1]?.split(', ') ?? [];

/** Finds the room of a file; null for a file without one, which is an error. */
export function roomOf(file: string): string | null {
  const slice = /^src\/lib\/server\/([a-z-]+)\//.exec(file)?.[1];
  if (slice === 'platform' || slice === 'edge' || slice === 'api') return slice;
  if (slice !== undefined) return sliceOrder.includes(slice) ? `slice:${slice}` : null;
  if (file === 'src/lib/server/services.ts') return 'services';
  if (
    /^src\/(?:main|serve|take-changes|upkeep|measure|examine|compose|product|open-stores|sweep|entry|middleware)\.ts$/.test(
      file,
    )
  )
    return 'main';
  if (file === 'src/env.d.ts') return 'env';
  const [, room] =
    /^src\/((?:pages|page-helpers|layouts|components|islands|styles|sample-data|service-worker|lib\/client|lib\/shared))\//.exec(
      file,
    ) ?? [];
  return room ?? null;
}

/** The rooms that each room may import, without the remarks in brackets. */
export const table = new Map(
  [...page.matchAll(/^\| ([a-z][\w/-]*) +\| (.+?) *\|$/gm)]
    .map(([, from = '', listed = '']) => [from, listed.replace(/ \([^)]*\)/g, '').split(', ')] as const)
    .filter(([from]) => from !== 'from'),
);

/** The name of a room in the table. */
const rowOf = (room: string) => (room.startsWith('slice:') ? 'slices' : room);

/** Why this import is not allowed, or null when it is. */
export function violation({ from, to, isPackage, typeOnly }: Import): string | null {
  const source = roomOf(from);
  if (source === null) return `${from} is in no room of docs/architecture.md`;
  const allowed = table.get(rowOf(source)) ?? [];
  if (source === 'env' || allowed.includes('anything')) return null;
  if (isPackage) return packageViolation(source, from, to);
  const target = roomOf(to);
  if (target === null) return to.startsWith('src/') ? `${from} imports ${to}, which is in no room` : null;
  const refusal = `${from} (${source}) may not import ${to} (${target})`;
  if (target === source && target.startsWith('slice:')) return null;
  if (allowed.includes('types of lib/server') && to.startsWith('src/lib/server/'))
    return typeOnly ? null : refusal;
  if (target.startsWith('slice:')) {
    // A slice may be imported by its index only.
    if (!to.endsWith('/index.ts')) return `${refusal}: only its index.ts`;
    if (allowed.includes('slices')) return null;
    if (!allowed.includes('earlier slices')) return refusal;
    const order = (room: string) => sliceOrder.indexOf(room.slice('slice:'.length));
    return order(target) < order(source) ? null : `${refusal}: it comes later in the order of slices`;
  }
  return allowed.includes(rowOf(target)) ? null : refusal;
}

/** The packages that code may import depend on where it runs. */
function packageViolation(source: string, from: string, to: string): string | null {
  if (source === 'lib/shared') {
    if (to !== 'zod') return `${from} runs anywhere and may import zod only, not ${to}`;
    return from === 'src/lib/shared/zod.ts' ? null : `${from} may import zod only by way of zod.ts`;
  }
  const isBrowserSide = [
    'pages',
    'page-helpers',
    'layouts',
    'components',
    'islands',
    'lib/client',
    'service-worker',
  ].includes(source);
  const isServerOnly =
    to.startsWith('node:') || ['kysely', 'better-sqlite3', 'pg', 'sharp', 'hono'].includes(to);
  return isBrowserSide && isServerOnly ? `${from} (${source}) may not import ${to}` : null;
}
