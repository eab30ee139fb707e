import { expect, test } from 'vitest';
import { markdownToHtml } from './markdown.ts';

test.each([
  ['One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
  ['One\ntwo', '<p>One<br>two</p>'],
  ['- a\n- **b**', '<ul><li>a</li><li><strong>b</strong></li></ul>'],
  ['[site](https://a.ng/?x=1&y=2)', '<p><a href="https://a.ng/?x=1&amp;y=2">site</a></p>'],
  ['It is *urgent*.', '<p>It is <em>urgent</em>.</p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['', ''],
])('Renders %j', (text, html) => {
  expect(markdownToHtml(text)).toBe(html);
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](https://a.ng/"onmouseover="alert(1))',
  '**<img src=x onerror=alert(1)>**',
])('Makes no tag and no script of %j', (text) => {
  expect(markdownToHtml(text)).not.toMatch(/<(?!\/?(p|ul|li|strong|em|br)\b)|href="(?!https?:)|"on/i);
});
