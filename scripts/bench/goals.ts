// One table of what was measured last against what this product asks of itself, with the figures of the last other
// commit that was measured on this machine.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commit, results, type Measured } from './tools.ts';

interface Goal {
  measure: string;
  part: string;
  /** Of several rows the worst counts. */
  rows: RegExp;
  figure: string;
  atMost?: number;
  atLeast?: number;
}

const goals: readonly Goal[] = [
  { measure: 'hits, share of a bare server', part: 'hits', rows: /\.$/, figure: 'of bare', atLeast: 0.9 },
  ...(['sqlite', 'postgres'] as const).map((engine) => ({
    measure: `every page not kept, ${engine}, ms`,
    part: `pages on ${engine}`,
    rows: /./,
    figure: 'p50 ms',
    atMost: engine === 'sqlite' ? 4 : 8,
  })),
  {
    measure: 'eight callers, pages/s',
    part: 'pages on sqlite',
    rows: /./,
    figure: 'pages/s, 8 callers',
    atLeast: 250,
  },
  ...Object.entries({ app: 1_300, home: 2_300, user: 2_300 }).map(([page, atMost]) => ({
    measure: `${page} with the dictionary, bytes`,
    part: 'bytes',
    rows: RegExp(`^${page}$`),
    figure: 'with the dictionary',
    atMost,
  })),
  {
    measure: 'login, bytes of scripts',
    part: 'bytes',
    rows: /^login$/,
    figure: 'scripts, brotli',
    atMost: 85_000,
  },
  ...Object.entries({ 1: 18_000, 5: 27_000, 10: 33_000 }).map(([pages, atMost]) => ({
    measure: `a visit of ${pages} pages, ${pages === '1' ? 'all but pictures' : 'pages and dictionary'}, bytes`,
    part: 'visits',
    rows: RegExp(`of ${pages} pages`),
    figure: pages === '1' ? 'all' : 'pages and dictionary',
    atMost,
  })),
  { measure: 'tap to largest paint, p75, ms', part: 'visits', rows: /^tap/, figure: 'p75 ms', atMost: 250 },
  {
    measure: 'memory after 1,000 pages, MB',
    part: 'visits',
    rows: /^after/,
    figure: 'memory, MB',
    atMost: 160,
  },
  ...['performance', 'accessibility', 'best-practices', 'seo'].map((column) => ({
    measure: `Lighthouse, ${column}`,
    part: 'lighthouse',
    rows: /./,
    figure: column,
    atLeast: 100,
  })),
];

/** The newest figures of a part that this commit, or another one, has left. */
function lastOf(part: string, isThis: boolean): Measured | undefined {
  return readdirSync(results)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as Measured)
    .filter((one) => one.part === part && (one.commit === commit) === isThis)
    .toSorted((a, b) => b.at.localeCompare(a.at))[0];
}

function worst(goal: Goal, isThis: boolean): number | undefined {
  const rows = Object.entries(lastOf(goal.part, isThis)?.rows ?? {});
  const values = rows.flatMap(([name, figures]) =>
    goal.rows.test(name) ? (figures[goal.figure] ?? []) : [],
  );
  if (values.length === 0) return undefined;
  return goal.atLeast === undefined ? Math.max(...values) : Math.min(...values);
}

export function goalsTable(): void {
  const table = goals.map((goal) => {
    const { measure, atLeast, atMost } = goal;
    const now = worst(goal, true);
    const isMet = now !== undefined && (atLeast === undefined ? now <= (atMost ?? 0) : now >= atLeast);
    return {
      measure,
      before: worst(goal, false)?.toPrecision(4),
      now: now?.toPrecision(4),
      goal: atLeast === undefined ? `at most ${String(atMost)}` : `at least ${String(atLeast)}`,
      is: now === undefined ? 'not measured' : isMet ? 'met' : 'missed',
    };
  });
  console.table(table);
}
