import { expect, test } from 'vitest';
import { readLegalText } from './legal-text.ts';

test('Makes a page of Markdown: its title, headings, lists, tables and links', () => {
  const { title, html } = readLegalText(
    '# Privacy at *GhanaBuilt*\n\nWe & you.\n\n## Who\n\n1. One\n2. Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[Write](mailto:a@b.example), or see [the terms](/terms).\n',
  );
  expect(title).toBe('Privacy at GhanaBuilt');
  expect(html).not.toContain('<h1');
  for (const part of [
    '<p>We &amp; you.</p>',
    '<h2>Who</h2>',
    '<ol>',
    '<table tabindex="0">',
    '<td>1</td>',
    'href="mailto:a@b.example"',
    'href="/terms"',
  ])
    expect(html).toContain(part);
  expect(readLegalText('Just a line.').title).toBeNull();
  expect(readLegalText(`${'>'.repeat(90)} deep`).html).toContain('deep');
  // A byte order mark, as some editors write it.
  expect(readLegalText('\uFEFF# Terms\n\nText.').title).toBe('Terms');
});

test.each([
  ['', 'It is empty. Write the text, or take the file away.'],
  ['Text\n\n<script>alert(1)</script>', 'Line 3: HTML is not taken. Write it in Markdown, or a < as &lt;.'],
  ['Text <b onclick="x">bold</b>', 'Line 1: HTML is not taken. Write it in Markdown, or a < as &lt;.'],
  ['![x](https://a.example/x.png)', 'Line 1: pictures are not taken. Take it out.'],
  [
    'One\n\n[x](javascript:alert(1))',
    'Line 3: the link to javascript:alert(1) must begin with https://, http://, mailto:, tel:, / or #.',
  ],
  [
    '[x](//other.example)',
    'Line 1: the link to //other.example must begin with https://, http://, mailto:, tel:, / or #.',
  ],
  [
    '[x][1]\n\n[1]: data:text/html,x',
    'Line 3: the link to data:text/html,x must begin with https://, http://, mailto:, tel:, / or #.',
  ],
  ['# One\n\n# Two', 'Line 3: one # heading is the title, at the beginning. Begin the others with ##.'],
  [
    `One\n\n${'>'.repeat(101)} deep`,
    'Line 3: quotes, lists and emphasis are more than 100 levels deep. Use fewer levels.',
  ],
  [
    `${'> '.repeat(20_000)}deep`,
    'Line 1: quotes, lists and emphasis are more than 100 levels deep. Use fewer levels.',
  ],
])('Refuses the text %j in a sentence', (markdown, sentence) => {
  expect(() => readLegalText(markdown)).toThrow(sentence);
});
