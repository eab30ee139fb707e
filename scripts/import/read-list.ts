// An operator's list of apps as rows of text: CSV with a line of names, a JSON array, or a JSON object a line.
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '../command.ts';

export interface ListRow {
  /** Line of a CSV or NDJSON file, or place in a JSON array; counted from 1. */
  at: number;
  /** Texts by the names of the API's fields; a list is joined by commas. */
  values: Record<string, string>;
  /** Names whose value is neither a text nor a list of texts. */
  unreadable: string[];
}

const maxBytes = 100_000_000;

const isText = (value: unknown): value is string => typeof value === 'string';

function rowOf(value: unknown, at: number): ListRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(`Entry ${String(at)} is no object with the fields of an app.`);
  const row: ListRow = { at, values: {}, unreadable: [] };
  for (const [name, given] of Object.entries(value)) {
    if (isText(given)) row.values[name] = given;
    else if (Array.isArray(given) && given.every(isText)) row.values[name] = given.join(',');
    else if (given !== null) row.unreadable.push(name);
  }
  return row;
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${where} is no JSON: ${String(error)}`, { cause: error });
  }
}

const readers: Record<string, (text: string) => ListRow[]> = {
  '.csv': (text) =>
    parse<{ record: Record<string, string>; info: { lines: number } }>(text, {
      columns: (names: string[]) => names.map((name) => name.trim()),
      info: true,
      skip_empty_lines: true,
      max_record_size: 200_000,
    }).map(({ record, info }) => ({ at: info.lines, values: record, unreadable: [] })),
  '.json': (text) => {
    const list = jsonOf(text, 'The file');
    if (!Array.isArray(list)) throw new Refusal('The file is no JSON array of apps.');
    return list.map((entry, index) => rowOf(entry, index + 1));
  },
  '.ndjson': (text) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        line.trim() === '' ? [] : [rowOf(jsonOf(line, `Line ${String(index + 1)}`), index + 1)],
      ),
};

/** @throws Refusal for a file that is no such list, or larger than 100 MB */
export async function readList(path: string): Promise<ListRow[]> {
  const read = readers[extname(path).toLowerCase()];
  if (!read) throw new Refusal('Name a file that ends with .csv, .json or .ndjson.');
  try {
    if ((await stat(path)).size > maxBytes) throw new Refusal('The list is larger than 100 MB. Split it.');
    const bytes = await readFile(path);
    if (!isUtf8(bytes)) throw new Refusal('The list is not in UTF-8.');
    const rows = read(bytes.toString().replace(/^\uFEFF/, ''));
    if (rows.length === 0) throw new Refusal('The list has no apps.');
    return rows;
  } catch (error) {
    if (error instanceof CsvError || (error instanceof Error && 'code' in error))
      throw new Refusal(`The list cannot be read: ${error.message}`, { cause: error });
    throw error;
  }
}
