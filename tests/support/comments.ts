export interface CommentLine {
  /** Line number, counted from 1. */
  line: number;
  text: string;
}

const begins = /^\s*(\/\/|\{?\/\*|<!--)/;

/** Lists the lines of a source that are only comment, in TypeScript, CSS, HTML and templates. */
export function commentLines(source: string): CommentLine[] {
  const found: CommentLine[] = [];
  let end: string | null = null;
  for (const [index, text] of source.split('\n').entries()) {
    const beginning: string | undefined = end === null ? begins.exec(text)?.[1] : undefined;
    if (end === null && beginning === undefined) continue;
    found.push({ line: index + 1, text });
    if (beginning === '//') continue;
    end ??= beginning === '<!--' ? '-->' : '*/';
    if (text.includes(end)) end = null;
  }
  return found;
}
