// The import table of docs/architecture.md, in a form that a test can hold the code against.
import type { Import } from './imports.ts';

/** Earliest first: a slice may use the ones before it. */
export const sliceOrder = [
  'media',
  'timeline',
  'views',
  'accounts',
  'profiles',
  'apps',
  'versions',
  'screenshots',
  'search',
  'cards',
  'own-data',
];

/** The room a file is in; null for a file that is in none, which is a mistake. */
export function roomOf(file: string): string | null {
  const slice = /^src\/lib\/server\/([a-z-]+)\//.exec(file)?.[1];
  if (slice === 'platform' || slice === 'api') return slice;
  if (slice !== undefined) return sliceOrder.includes(slice) ? `slice:${slice}` : null;
  if (file === 'src/lib/server/services.ts') return 'services';
  if (/^src\/(?:main|serve|supervise|upkeep|uplink|measure|compose|render-page|middleware)\.ts$/.test(file))
    return 'main';
  if (file === 'src/env.d.ts') return 'env';
  const [, room] =
    /^src\/((?:pages|layouts|components|islands|styles|sample-data|service-worker|lib\/client|lib\/shared))\//.exec(
      file,
    ) ?? [];
  return room ?? null;
}

const uiRooms = ['components', 'islands', 'lib/shared', 'styles'];

const table: Record<string, string[]> = {
  pages: ['layouts', ...uiRooms],
  layouts: ['layouts', 'lib/client', ...uiRooms],
  components: ['lib/client', ...uiRooms],
  islands: ['islands', 'lib/client', 'lib/shared', 'styles'],
  'lib/client': ['lib/client', 'lib/shared'],
  'service-worker': ['service-worker', 'lib/shared'],
  'lib/shared': ['lib/shared'],
  platform: ['platform', 'lib/shared'],
  api: ['api', 'platform', 'lib/shared', 'services'],
  'sample-data': ['sample-data', 'platform', 'lib/shared', 'services'],
};

/** Why this import is not allowed, or null when it is. */
export function violation({ from, to, isPackage, typeOnly }: Import): string | null {
  const source = roomOf(from);
  if (source === null) return `${from} is in no room of docs/architecture.md`;
  if (source === 'main' || source === 'env') return null;
  if (isPackage) return packageViolation(source, from, to);
  const target = roomOf(to);
  if (target === null) return to.startsWith('src/') ? `${from} imports ${to}, which is in no room` : null;
  const refusal = `${from} (${source}) may not import ${to} (${target})`;

  // Slices know each other by the index alone; the same door is everybody else's.
  if (target.startsWith('slice:')) {
    if (source === target) return null;
    if (source === 'services' || source === 'pages') return typeOnly ? null : refusal;
    if (!to.endsWith('/index.ts')) return `${refusal}: only its index.ts`;
    if (source === 'api' || source === 'sample-data') return null;
    if (!source.startsWith('slice:')) return refusal;
    const order = (room: string) => sliceOrder.indexOf(room.slice('slice:'.length));
    return order(target) < order(source) ? null : `${refusal}: it comes later in the order of slices`;
  }
  if (source.startsWith('slice:')) return ['platform', 'lib/shared'].includes(target) ? null : refusal;
  if (source === 'services') return typeOnly ? null : refusal;
  if (source === 'pages' && ['platform', 'services'].includes(target)) return typeOnly ? null : refusal;
  return table[source]?.includes(target) ? null : refusal;
}

/** Where code runs decides what it may lean on. */
function packageViolation(source: string, from: string, to: string): string | null {
  if (source === 'lib/shared') {
    if (to !== 'zod') return `${from} runs anywhere and may import zod only, not ${to}`;
    return from === 'src/lib/shared/zod.ts' ? null : `${from} may import zod only by way of zod.ts`;
  }
  const isBrowserSide = [
    'pages',
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
