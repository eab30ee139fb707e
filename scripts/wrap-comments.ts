// npm run format: wraps lines of comment over 120 columns, which oxfmt leaves as they are.
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const columns = 120;

/** A shorter line ends its paragraph. */
const shortLine = 70;

/** Beginnings of lines that do not continue the previous paragraph. */
const ownLine = /^(@|-|\*|\d+\.|eslint|prettier|<|\||```)/;

/** @param first prefix of the first line @param rest prefix of the others */
function fill(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.trim().split(/\s+/)) {
    const isEmpty = line === (lines.length === 0 ? first : rest);
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = rest + word;
    } else line += (isEmpty ? '' : ' ') + word;
  }
  return [...lines, line];
}

/** Lines of a paragraph that begin with `prefix`, from `from` on. */
function paragraph(lines: readonly string[], from: number, prefix: string): string[] {
  const texts = [lines[from]?.slice(prefix.length) ?? ''];
  for (let next = from + 1; (lines[next - 1]?.length ?? 0) >= shortLine; next++) {
    const text = lines[next]?.startsWith(prefix) ? (lines[next]?.slice(prefix.length) ?? '') : '';
    // After a tag an indented line continues it; elsewhere it belongs to a list or a table.
    const isIndented = text.startsWith(' ') && !texts[0]?.startsWith('@');
    if (text === '' || isIndented || ownLine.test(text.trim()) || text.endsWith('*/')) break;
    texts.push(text.trim());
  }
  return texts;
}

/** A doc comment in one line becomes a block, each tag on a line of its own. */
function block(indent: string, text: string): string[] {
  const parts = text.split(/ (?=@(?:param|returns|throws|see)\b)/);
  const prefix = `${indent} * `;
  return [`${indent}/**`, ...parts.flatMap((part) => fill(part, prefix, prefix)), `${indent} */`];
}

/** A comment of CSS, HTML or a template in one line becomes several. */
function enclosed(indent: string, begin: string, text: string, end: string): string[] {
  const rest = indent + ' '.repeat(begin.length + 1);
  // The end stays with the last word.
  const glue = '\u0000';
  const lines = fill(`${text}${glue}${end}`, `${indent}${begin} `, rest);
  return lines.map((line) => line.replace(glue, ' '));
}

export function wrapComments(source: string): string {
  const lines = source.split('\n');
  const wrapped: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const [, indent = '', text] = /^(\s*)\/\*\* (.*) \*\/$/.exec(line) ?? [];
    const [, prefix] = /^(\s*(?:\/\/|\*) +)\S/.exec(line) ?? [];
    const [, before = '', begin = '', inner = '', end = ''] =
      /^(\s*)(\{?\/\*|<!--) (.*) (\*\/\}?|-->)$/.exec(line) ?? [];
    if (line.length <= columns) wrapped.push(line);
    else if (text !== undefined) wrapped.push(...block(indent, text));
    else if (prefix !== undefined && !line.endsWith('*/')) {
      const texts = paragraph(lines, at, prefix);
      wrapped.push(...fill(texts.join(' '), prefix, prefix));
      at += texts.length - 1;
    } else if (begin !== '') wrapped.push(...enclosed(before, begin, inner, end));
    else wrapped.push(line);
    at += 1;
  }
  return wrapped.join('\n');
}

if (import.meta.main)
  for (const file of globSync('{src,scripts,tests}/**/*.{ts,tsx,astro,mjs,css}')) {
    const source = readFileSync(file, 'utf8');
    const wrapped = wrapComments(source);
    if (wrapped !== source) writeFileSync(file, wrapped);
  }
