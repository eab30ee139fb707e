import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Results {
  at: string;
  node: string;
  tool: string;
  cores: number;
  apps: number;
  /** Requests a second, as a share of those of the bare server, by name of the page. */
  ratios: Record<string, number>;
  [detail: string]: unknown;
}

const folder = 'bench-results';
const worse = 0.9;

/** The results of the previous run. */
export function lastResults(): Results | null {
  mkdirSync(folder, { recursive: true });
  const newest = readdirSync(folder)
    .filter((name) => /^run-.*\.json$/.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? null : (JSON.parse(readFileSync(join(folder, newest), 'utf8')) as Results);
}

/** @returns the path of the file */
export function saveResults(results: Results): string {
  const file = join(folder, `run-${results.at.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

/** A sentence for each ratio that has fallen by more than a tenth. Absolute figures vary with the machine. */
export function regressions(before: Results, now: Results): string[] {
  return Object.entries(now.ratios).flatMap(([name, ratio]) => {
    const old = before.ratios[name];
    if (old === undefined || ratio >= old * worse) return [];
    return `REGRESSION: ${name} fell from ${old.toFixed(3)} to ${ratio.toFixed(3)} of bare node:http.`;
  });
}
