import { expect, test } from 'vitest';
import { tagsOf } from './meta-tags.ts';

/** As much as is read of a page. */
const pageBytes = 512 * 1024;
const tag = '<meta content="a token" name="naijabuilt-verification">';

test('Finds a tag after many others, and none inside of a comment, a script or a text', () => {
  expect(tagsOf(`<meta charset="utf-8">${'<meta name="x" content="y">'.repeat(100)}${tag}`)).toEqual([
    'a token',
  ]);
  for (const place of [`<!-- ${tag} -->`, `<script>${tag}</script>`, `<textarea>${tag}</textarea>`])
    expect(tagsOf(place)).toEqual([]);
});

test.each([
  ['one name without an end', `<meta ${'a'.repeat(pageBytes)}>`],
  ['tags that nothing closes', '<meta '.repeat(pageBytes / 6)],
  ['quotes that nothing closes', `<meta "`.repeat(pageBytes / 7)],
  ['spaces after a name', `<meta a${' '.repeat(pageBytes)}>`],
  ['names in tags that are closed', `<meta ${'a'.repeat(980)}>`.repeat(pageBytes / 987)],
  ['scripts that nothing closes', '<script></script '.repeat(pageBytes / 17)],
])('Reads a hostile page of %s without holding up the server', (_what, page) => {
  const began = process.cpuUsage();
  expect(tagsOf(page)).toEqual([]);
  const { user, system } = process.cpuUsage(began);
  // With repetitions without bounds the first took minutes.
  expect((user + system) / 1_000).toBeLessThan(1_500);
});
