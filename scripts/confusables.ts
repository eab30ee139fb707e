// node scripts/confusables.ts: makes the table of characters that look like others after an update of Node. Node
// contains the data of ICU, whose table is confusables.txt of Unicode Technical Standard 39; no JavaScript API reads
// it. The table is in the repository, so that servers with different versions of Node agree.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = new URL('../src/lib/server/platform/names/confusables.txt', import.meta.url);

/** The magic number of the data of SpoofChecker, format 2 (ICU's i18n/uspoof_impl.h). */
const magic = 0x3845fdef;

/** Each character with the text that it looks like. @throws Error where this Node stores them in another format */
export function readConfusables(program: Buffer): [string, string][] {
  const mark = Buffer.alloc(4);
  mark.writeInt32LE(magic);
  const start = program.indexOf(mark);
  if (start === -1 || program[start + 4] !== 2)
    throw new Error('This Node has no table of confusables in format 2.');
  const field = (index: number) => program.readInt32LE(start + 4 * index);
  const [keys, count, values, texts] = [field(3), field(4), field(5), field(7)];
  return Array.from({ length: count }, (_, index) => {
    const key = program.readUInt32LE(start + keys + 4 * index);
    const value = program.readUInt16LE(start + values + 2 * index);
    const length = (key >>> 24) + 1;
    const from = start + texts + 2 * value;
    const text =
      length === 1 ? String.fromCharCode(value) : program.toString('utf16le', from, from + 2 * length);
    return [String.fromCodePoint(key & 0x1f_ffff), text];
  });
}

/**
 * The whole file: its source, its license as it stands there, a blank line, then a line for each character with the
 * text that it looks like.
 */
export function confusablesFile(): string {
  const { icu = '', unicode = '' } = process.versions;
  const [, ...rest] = (readFileSync(file, 'utf8').split('\n\n')[0] ?? '').split('\n');
  const source = `# Characters that look like others: confusables.txt of Unicode Technical Standard 39, Unicode ${unicode}, as ICU ${icu} holds it.`;
  const hex = (text: string) => Array.from(text, (one) => one.codePointAt(0)?.toString(16)).join(' ');
  const lines = readConfusables(readFileSync(process.execPath)).map(
    ([from, to]) => `${hex(from)} ${hex(to)}`,
  );
  return `${[source, ...rest].join('\n')}\n\n${lines.join('\n')}\n`;
}

if (import.meta.main) {
  const text = confusablesFile();
  writeFileSync(file, text);
  console.log(`${fileURLToPath(file)}: ${text.length.toLocaleString('en')} bytes.`);
}
