import { expect, test } from 'vitest';
import { describeDevice } from './sessions.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet for Android on Android',
  ],
  [
    'Opera/9.80 (Android; Opera Mini/8.0.1807/191.256; U; en) Presto/2.12.423 Version/12.16',
    'Opera on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
])('Describes %s as %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});

test.each([undefined, '', 'curl/8.5.0', '<b>Your bank</b>/1.0', 'Call 0900-12345/1.0 now', '\u202e/1'])(
  'Describes %j as nothing, and repeats none of its text',
  (userAgent) => {
    expect(describeDevice(userAgent)).toBe('');
  },
);

test('Parses a long forged header as fast as a short one', () => {
  const started = performance.now();
  describeDevice(`Mozilla/5.0 (${'Linux; Android '.repeat(1_000)}) ${'Version/'.repeat(1_000)}`);
  expect(performance.now() - started).toBeLessThan(50);
});
