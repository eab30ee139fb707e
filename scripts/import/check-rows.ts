// Checks the rows of an operator's list as the API checks a new app, and against each other.
import { existsSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { appBodies, type CreateApp } from '../../src/lib/shared/schemas/app-forms.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { nameKey } from '../../src/lib/shared/text/text.ts';
import { visibleLine } from '../../src/lib/shared/text/visible-text.ts';
import type { ListRow } from './read-list.ts';

export interface CheckedRow {
  at: number;
  app: CreateApp;
  /** Files of its pictures. */
  logo: string | null;
  screenshots: string[];
}

export interface RefusedRow {
  at: number;
  name: string;
  /** What is wrong with it, in sentences. */
  why: string[];
}

export interface CheckedList {
  rows: CheckedRow[];
  refused: RefusedRow[];
  /** Columns that are no field of a new app. */
  ignored: string[];
}

const pictureColumns = ['logo', 'screenshot'] as const;

/** @returns the file of a picture below `folder`; null for one that is elsewhere or missing */
function pictureFile(folder: string, name: string): string | null {
  const path = resolve(folder, name);
  if (!existsSync(path)) return null;
  const file = realpathSync(path);
  return file.startsWith(realpathSync(folder) + sep) ? file : null;
}

const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Checks each row, and that no name is there twice. @param folder whose files a list may name */
export function checkRows(
  list: readonly ListRow[],
  { findCategory, folder }: { findCategory: Parameters<typeof appBodies>[0]; folder: string },
): CheckedList {
  const { create } = appBodies(findCategory);
  const known = new Set<string>([...Object.keys(create.shape), ...pictureColumns]);
  const ignored = new Set<string>();
  const seen = new Map<string, number>();
  const checked: CheckedList = { rows: [], refused: [], ignored: [] };
  for (const { at, values, unreadable } of list) {
    const why = unreadable.filter((name) => known.has(name)).map((name) => `${name}: is no text.`);
    for (const name of [...Object.keys(values), ...unreadable]) if (!known.has(name)) ignored.add(name);
    // An empty cell is a field that is left out.
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    const result = create.safeParse(given);
    if (!result.success)
      why.push(...result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
    const name = visibleLine(values['name'] ?? '');
    const before = seen.get(nameKey(name));
    if (before === undefined) seen.set(nameKey(name), at);
    else if (name !== '') why.push(`name: is in the list before, at ${String(before)}.`);
    const logos = listed(given['logo']);
    const shown = listed(given['screenshot']);
    if (logos.length > 1) why.push('logo: an app has one logo.');
    if (shown.length > limits.screenshotsPerApp)
      why.push(`screenshot: an app has ${String(limits.screenshotsPerApp)} screenshots at most.`);
    const files = [...logos, ...shown].map((path) => pictureFile(folder, path));
    for (const [index, path] of [...logos, ...shown].entries())
      if (files[index] === null) why.push(`There is no picture '${path}' in the folder of the list.`);
    if (why.length > 0 || !result.success) {
      checked.refused.push({ at, name, why });
      continue;
    }
    const found = files.filter((file) => file !== null);
    checked.rows.push({
      at,
      app: result.data,
      logo: logos.length > 0 ? (found[0] ?? null) : null,
      screenshots: found.slice(logos.length),
    });
  }
  checked.ignored = [...ignored].sort();
  return checked;
}
