// The steps of docs/operations.md are shell that runs without an edit, and bring every unit that a unit needs.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, fillIn, stepOf } from './support/bare-machine/doc-steps.ts';

describe('The steps of docs/operations.md', () => {
  const blocks = blocksOf(readFileSync('docs/operations.md', 'utf8'));
  const steps = blocks.filter(({ step }) => step !== null);

  test('Every step is a block of its own name, and shell', () => {
    expect(steps.length).toBeGreaterThan(10);
    expect(new Set(steps.map(({ step }) => step)).size).toBe(steps.length);
    for (const { step, text } of steps) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect([step, stderr, status]).toEqual([step, '', 0]);
      // A name in angle brackets would be a redirection.
      expect([step, text.match(/<[a-z ]+>/g)]).toEqual([step, null]);
    }
  });

  test('A step that copies a unit copies those that it requires', () => {
    for (const file of globSync('deploy/*.service')) {
      const name = `deploy/${basename(file)}`;
      const copying = blocks.filter(({ text }) => text.includes(`${name} `));
      expect([name, copying.length]).not.toEqual([name, 0]);
      for (const [, required = ''] of readFileSync(file, 'utf8').matchAll(/^Requires=(\S+)$/gm))
        for (const { text } of copying) expect(text).toContain(`deploy/${required.replace('%i', '')}`);
    }
  });
});

describe('The reader of steps', () => {
  const document =
    '# One\n\n<!-- step: first -->\n\n```\nNAME=none\necho $NAME\n```\n\n## Two\n\n```\nnone\n```\n';

  test('Finds a step by its marker, and a block without one', () => {
    const blocks = blocksOf(document);
    expect(blocks.map(({ step, heading, line }) => [step, heading, line])).toEqual([
      ['first', 'One', 6],
      [null, 'Two', 13],
    ]);
    expect(stepOf(blocks, 'first')).toBe('NAME=none\necho $NAME\n');
    expect(() => stepOf(blocks, 'second')).toThrow("0 blocks for step 'second'");
  });

  test('Writes values into the lines that set names, and refuses others', () => {
    expect(fillIn('NAME=none\necho $NAME\n', { NAME: 'Ada & Co' })).toBe("NAME='Ada & Co'\necho $NAME\n");
    expect(() => fillIn('echo\n', { NAME: 'Ada' })).toThrow('No line sets NAME');
  });
});
