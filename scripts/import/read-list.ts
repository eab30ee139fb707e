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
    if (given === null) continue;
    if (isText(given)) row.values[name] = given;
    else if (Array.isArray(given) && given.every(isText)) row.values[name] = given.join(',');
    else row.unreadable.push(name);
  }
  return row;
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${where} is no JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}

function rowsOfCsv(text: string): ListRow[] {
  try {
    const records = parse<{ record: Record<string, string>; info: { lines: number } }>(text, {
      columns: (names: string[]) => names.map((name) => name.trim()),
      info: true,
      skip_empty_lines: true,
      max_record_size: 200_000,
    });
    return records.map(({ record, info }) => ({ at: info.lines, values: record, unreadable: [] }));
  } catch (error) {
    if (error instanceof CsvError)
      throw new Refusal(`The CSV cannot be read: ${error.message}.`, { cause: error });
    throw error;
  }
}

const readers: Record<string, (text: string) => ListRow[]> = {
  '.csv': rowsOfCsv,
  '.json': (text) => {
    const list = jsonOf(text, 'The file');
    if (!Array.isArray(list)) throw new Refusal('The file is no JSON array of apps.');
    return list.map((entry, index) => rowOf(entry, index + 1));
  },
  '.ndjson': (text) =>
    text
      .split('\n')
      .map((line, index) => ({ line: line.trim(), at: index + 1 }))
      .filter(({ line }) => line !== '')
      .map(({ line, at }) => rowOf(jsonOf(line, `Line ${String(at)}`), at)),
};

/** @throws Refusal for a file that is no such list, or larger than 100 MB */
export async function readList(path: string): Promise<ListRow[]> {
  const read = readers[extname(path).toLowerCase()];
  if (!read) throw new Refusal('Name a file that ends with .csv, .json or .ndjson.');
  const { size } = await stat(path).catch((error: unknown) => {
    throw new Refusal(`The list cannot be read: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  });
  if (size > maxBytes) throw new Refusal('The list is larger than 100 MB. Split it.');
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) throw new Refusal('The list is not in UTF-8.');
  const rows = read(bytes.toString().replace(/^\uFEFF/, ''));
  if (rows.length === 0) throw new Refusal('The list has no apps.');
  return rows;
}
