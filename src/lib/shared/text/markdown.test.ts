import { expect, test } from 'vitest';
import { linksIn, markdownToHtml } from './markdown.ts';

const rel = 'rel="nofollow ugc"';

test.each([
  ['One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
  ['One\ntwo', '<p>One<br>two</p>'],
  ['- a\n- **b**', '<ul><li>a</li><li><strong>b</strong></li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['[site](https://a.ng/?x=1&y=2)', `<p><a href="https://a.ng/?x=1&amp;y=2" ${rel}>site</a></p>`],
  ['See https://a.ng/b.', `<p>See <a href="https://a.ng/b" ${rel}>https://a.ng/b</a>.</p>`],
  ['It is *urgent*.', '<p>It is <em>urgent</em>.</p>'],
  ['2 * 3 * 4, 2_000_000 and v2.is', '<p>2 * 3 * 4, 2_000_000 and v2.is</p>'],
  ['# No heading\n> no quote\n    no code `no`', '<p># No heading<br>&gt; no quote<br>no code `no`</p>'],
  ['', ''],
])('Renders %j', (text, html) => {
  expect(markdownToHtml(text).replaceAll('\n', '')).toBe(html);
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,1)',
  '![x](https://a.ng/x.png)',
  '[x](https://a.ng/"onmouseover="alert(1))',
  '[x](https://a.ng/ "\\"onmouseover=alert(1)")',
  '**<img src=x onerror=alert(1)>**',
])('Makes no picture and no script of %j', (text) => {
  expect(markdownToHtml(text)).not.toMatch(/<(?!\/?(a|p|ul|li|strong|em|br)\b)|href="(?!https?:)| on\w+="/i);
});

test('Finds what a text links to', () => {
  const text = '[a](https://a.ng) and https://b.ng/c\n\n- <https://d.ng> but not mailto:e@f.ng';
  expect(linksIn(text)).toEqual(['https://a.ng', 'https://b.ng/c', 'https://d.ng']);
});
