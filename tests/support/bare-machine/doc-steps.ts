// The commands of a document. A comment `<!-- step: name -->` names the block of code below it, so that a proof runs
// the document's own text.
export interface Block {
  /** Of its marker; null if there is none. */
  step: string | null;
  /** The heading above it. */
  heading: string;
  /** The number of its first line of code. */
  line: number;
  text: string;
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let [heading, step, open]: [string, string | null, Block | null] = ['', null, null];
  for (const [index, line] of markdown.split('\n').entries()) {
    if (line.startsWith('```')) {
      if (open) blocks.push(open);
      open = open ? null : { step, heading, line: index + 2, text: '' };
      step = null;
    } else if (open) {
      open.text += `${line}\n`;
    } else {
      heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
      step = /^<!-- step: ([a-z-]+) -->$/.exec(line)?.[1] ?? (line.trim() === '' ? step : null);
    }
  }
  return blocks;
}

/** @throws where the document has no such step, or more than one */
export function stepOf(blocks: readonly Block[], name: string): string {
  const found = blocks.filter(({ step }) => step === name);
  if (found.length !== 1) throw new Error(`The document has ${found.length} blocks for step '${name}'.`);
  return found[0]?.text ?? '';
}

/**
 * Writes the reader's own values into the lines that set a name.
 * @throws where the block sets no such name
 */
export function fillIn(block: string, values: Record<string, string>): string {
  let filled = block;
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(filled)) throw new Error(`No line sets ${name}: ${block}`);
    filled = filled.replace(line, () => `${name}='${value}'`);
  }
  return filled;
}
