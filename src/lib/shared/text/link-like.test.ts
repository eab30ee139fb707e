import { expect, test } from 'vitest';
import { withoutLinks } from './visible-text.ts';

test.each([
  ['See https://evil.example/a?b=c for more', 'See [link] for more'],
  ['Open www.evil.example', 'Open [link]'],
  ['Go to evil.example.com/login now', 'Go to [link] now'],
  ['Write to me@evil.example', 'Write to [link]'],
  ['Call tel:+2348000 or javascript:alert(1)', 'Call [link] or [link]'],
  ['Punycode xn--80ak6aa92e.com and пример.рф', 'Punycode [link] and [link]'],
  ['Wide evil．example and ideographic evil。example', 'Wide [link] and ideographic [link]'],
  ['Pictures 💰.ws and 🦓️.la/x', 'Pictures [link] and [link]'],
  ['Marks evil.भारत and x.ভারত', 'Marks [link] and [link]'],
  ['Numbers 203.0.113.9/login and a-.com', 'Numbers [link] and [link]'],
  ['Programs whatsapp:1 and callto:1', 'Programs [link] and [link]'],
  [
    'Sentences end.Then "quotes".Then dots...then (this).',
    'Sentences [link] "quotes".Then dots...then (this).',
  ],
  ['It costs 2.50 naira, not 3. It is wrong.', 'It costs 2.50 naira, not 3. It is wrong.'],
  ['One\nline\r\n\ttogether', 'One line together'],
])('Leaves links out of %j', (text, expected) => {
  expect(withoutLinks(text)).toBe(expected);
});

test('Takes no longer than a moment for hostile text', () => {
  for (const text of [
    'a.'.repeat(2_000),
    'a-'.repeat(2_000),
    '@'.repeat(4_000),
    'a@'.repeat(2_000),
    `${'a'.repeat(3_999)}.`,
  ]) {
    const began = performance.now();
    withoutLinks(text);
    expect(performance.now() - began).toBeLessThan(500);
  }
});
