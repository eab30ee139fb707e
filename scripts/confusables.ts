// node scripts/confusables.ts: makes the table of characters that look like others after an update of Node. Node
// contains the data of ICU, whose table is confusables.txt of Unicode Technical Standard 39; no JavaScript API reads
// it. The table is in the repository, so that servers with different versions of Node agree.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = new URL('../src/lib/server/platform/names/confusables.txt', import.meta.url);

/** The magic number of the data of SpoofChecker, format 2 (ICU's i18n/uspoof_impl.h). */
const magic = 0x3845fdef;

const license = `Copyright © 1991-Present Unicode, Inc. Unicode and the Unicode Logo are registered trademarks of Unicode, Inc.
Unicode License V3 (https://www.unicode.org/license.txt):
Permission is hereby granted, free of charge, to any person obtaining a copy of data files and any associated documentation (the "Data
Files") or software and any associated documentation (the "Software") to deal in the Data Files or Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute, and/or sell copies of the Data Files or
Software, and to permit persons to whom the Data Files or Software are furnished to do so, provided that either (a) this copyright and
permission notice appear with all copies of the Data Files or Software, or (b) this copyright and permission notice appear in
associated Documentation.
THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS. IN NO EVENT SHALL THE
COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.
Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to promote the sale,
use or other dealings in these Data Files or Software without prior written authorization of the copyright holder.`;

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
 * The whole file: its source and license, a blank line, then a line for each character with the text that it
 * looks like.
 */
export function confusablesFile(): string {
  const { icu = '', unicode = '' } = process.versions;
  const head = [
    `Characters that look like others: confusables.txt of Unicode Technical Standard 39, Unicode ${unicode}, as ICU ${icu} holds it.`,
    'Made by scripts/confusables.ts: code point in hex, a space, the text that it looks like in hex.',
    ...license.split('\n'),
  ];
  const hex = (text: string) => Array.from(text, (one) => one.codePointAt(0)?.toString(16)).join(' ');
  const lines = readConfusables(readFileSync(process.execPath)).map(
    ([from, to]) => `${hex(from)} ${hex(to)}`,
  );
  return `${head.map((line) => `# ${line}`.trimEnd()).join('\n')}\n\n${lines.join('\n')}\n`;
}

if (import.meta.main) {
  const text = confusablesFile();
  writeFileSync(file, text);
  console.log(`${fileURLToPath(file)}: ${text.length.toLocaleString('en')} bytes.`);
}
