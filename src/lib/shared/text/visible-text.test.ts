import { expect, test } from 'vitest';
import { canBeSeen, visibleLine, visibleText } from './visible-text.ts';

test.each([
  ['a zero-width space', 'Pay\u200bstack', 'Paystack'],
  ['a soft hyphen', 'Pay\u00adstack', 'Paystack'],
  ['a joiner between Latin letters', 'Pay\u200dstack', 'Paystack'],
  ['a non-joiner between Latin letters', 'Pay\u200cstack', 'Paystack'],
  ['a right-to-left override', '\u202ekcatsyaP\u202c', 'kcatsyaP'],
  ['isolates', '\u2066Pay\u2069stack', 'Paystack'],
  ['marks of direction', '\u200fPay\u200e', 'Pay'],
  ['control characters', 'Pay\u0000\u0007\u009fstack', 'Paystack'],
  ['tags', 'Pay\u{e0041}\u{e007f}', 'Pay'],
  ['a variation selector at a letter', 'P\ufe0fay', 'Pay'],
  ['a selector of ideographs', '葛\u{e0100}', '葛'],
  ['a byte order mark', '\ufeffPay', 'Pay'],
  ['a Hangul filler', 'Pay\u3164', 'Pay'],
  ['an empty Braille cell', '\u2800Pay', 'Pay'],
  ['half a character', 'Pay\ud800', 'Pay'],
  ['private use', 'Pay\ue000', 'Pay'],
  ['two joiners in an emoji', '👩\u200d\u200d💻', '👩\u200d💻'],
  ['a joiner at the end', 'Pay 👩\u200d', 'Pay 👩'],
  ['line breaks', 'one\r\ntwo\u2028three\u0085four', 'one two three four'],
  ['tabs and wide spaces', ' one\t\u3000two\u00a0 three ', 'one two three'],
  ['an accent apart', 'E\u0301ko', 'Éko'],
])('Removes %s', (_what, typed, seen) => {
  expect(visibleLine(typed)).toBe(seen);
});

test.each([
  ['a family', '👨\u200d👩\u200d👧\u200d👦'],
  ['a profession with a skin tone', '👩🏾\u200d💻'],
  ['a flag with a rainbow', '🏳\ufe0f\u200d🌈'],
  ['a heart as a picture', '❤\ufe0f'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['the flag of Nigeria', '🇳🇬'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a Persian word', 'می\u200cخواهم'],
  ['a Sinhala word', 'ශ්\u200dරී'],
  ['a Bengali word', 'র\u200d্য'],
  ['Yoruba', 'Ẹ̀kọ́ Ọjà'.normalize('NFC')],
  ['fullwidth letters', 'Ｐａｙ'],
])('Leaves %s unchanged', (_what, typed) => {
  expect(visibleLine(typed)).toBe(typed);
  expect(visibleText(typed)).toBe(typed);
});

test('Keeps the lines of a long text', () => {
  expect(visibleText('one\r\n\ttwo\u202e\n\nthree\u200b')).toBe('one\n\ttwo\n\nthree');
});

test.each(['\u200b\u200d', '\u3164', ' \u00ad', '\u0301\u0323', '\u2800', '\ufe0f', '\u{e0020}'])(
  'Nothing of %j can be seen',
  (text) => {
    expect(canBeSeen(text)).toBe(false);
  },
);

test.each(['a', '7', '!', '🎉', '学', '\u200ba'])('Finds a visible character in %j', (text) => {
  expect(canBeSeen(text)).toBe(true);
});
