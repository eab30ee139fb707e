import { expect, test } from 'vitest';
import { wrapComments } from './wrap-comments.ts';

const words = (count: number) => Array.from({ length: count }, () => 'seven77').join(' ');
const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
const textOf = (source: string) => source.replace(/[/*\s<>{}!-]+/g, ' ').trim();

test.each([
  ['a comment to the end of the line', `  // ${words(20)}\n  // ${words(3)}\n  code();`],
  ['a doc comment in one line', `/** ${words(16)} @param one ${words(3)} */\ncode();`],
  ['a doc comment of several lines', `/**\n * ${words(20)}\n * @returns ${words(20)}\n */`],
  ['a comment of a style sheet', `  /* ${words(18)} */`],
  ['a comment of a template', `{/* ${words(18)} */}`],
  ['a comment of HTML', `<!-- ${words(18)} -->`],
])('Wraps %s and keeps its words', (_name, source) => {
  const wrapped = wrapComments(source);
  expect(longest(source)).toBeGreaterThan(120);
  expect(longest(wrapped)).toBeLessThanOrEqual(120);
  expect(textOf(wrapped)).toBe(textOf(source));
  expect(wrapComments(wrapped)).toBe(wrapped);
});

test('Joins a wrapped line with its paragraph, and not with a following list, tag or code', () => {
  const source = [`// ${words(16)}`, `// ${words(5)}`, '// - a list', '// @tag', 'code();'].join('\n');
  expect(wrapComments(source).split('\n')).toEqual([
    `// ${words(14)}`,
    `// ${words(7)}`,
    '// - a list',
    '// @tag',
    'code();',
  ]);
});

test('Leaves code, strings and short comments as they are', () => {
  const source = [`const text = '// ${words(20)}';`, '// short', `run(); // ${words(20)}`].join('\n');
  expect(wrapComments(source)).toBe(source);
});
