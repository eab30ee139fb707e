// Comma-separated values (RFC 4180).

/** A spreadsheet runs a cell that begins like this as a formula, also behind spaces. */
const formula = /^\s*[=+\-@]|^[\t\r\n]/;

/**
 * One line. Threat: somebody lists an app named `=HYPERLINK(...)`, and it runs where a person opens the file. So a
 * text that begins like a formula gets an apostrophe before it, which spreadsheets hide.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
