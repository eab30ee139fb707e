import { expect, test } from 'vitest';
import { OutboundRefusal } from '../platform/outbound/outbound.ts';
import { judgeAnswer, judgeRefusal, problemSentence } from './index.ts';

const link = { name: 'website', url: 'https://busha.ng/app' } as const;
const answer = (status: number, headers = {}, redirects: { status: number; to: string }[] = []) =>
  judgeAnswer(link, { status, headers, redirects });

test.each([200, 204, 304])('The status %i is good', (status) => {
  expect(answer(status)).toEqual({ kind: 'good', movedTo: '' });
});

test.each([404, 410, 500, 502, 503])('The status %i is a failure', (status) => {
  expect(answer(status)).toEqual({ kind: 'failed', problem: `status-${String(status)}` });
});

test.each([401, 403, 405, 429, 451])('The status %i says nothing of the page', (status) => {
  expect(answer(status).kind).toBe('unknown');
});

test('A site that asks to come back later, or for a puzzle to be solved, is there', () => {
  expect(answer(503, { 'retry-after': '120' }).kind).toBe('unknown');
  expect(answer(503, { 'cf-mitigated': 'challenge' }).kind).toBe('unknown');
});

const moves: [string, { status: number; to: string }[], string][] = [
  ['301', [{ status: 301, to: 'https://busha.co/app' }], 'https://busha.co/app'],
  ['308', [{ status: 308, to: 'https://busha.co/app' }], 'https://busha.co/app'],
  ['302', [{ status: 302, to: 'https://busha.co/app' }], ''],
  [
    '301 and then 302',
    [
      { status: 301, to: 'https://busha.co/app' },
      { status: 302, to: 'https://busha.co/app/login' },
    ],
    'https://busha.co/app',
  ],
  [
    '302 and then 301',
    [
      { status: 302, to: 'https://a.ng' },
      { status: 301, to: 'https://b.ng' },
    ],
    '',
  ],
  ['301 to the same page with a slash', [{ status: 301, to: 'https://busha.ng/app/' }], ''],
  ['301 into a private network', [{ status: 301, to: 'https://router.local/' }], ''],
  ['301 to what is no website', [{ status: 301, to: 'javascript:alert(1)' }], ''],
];
test.each(moves)(
  'A link with %s has moved to the address at the end of what is for good',
  (_, redirects, to) => {
    expect(answer(200, {}, redirects)).toEqual({ kind: 'good', movedTo: to });
  },
);

test('A store link moves within its store only', () => {
  const store = { name: 'playstore_link', url: 'https://play.google.com/a' } as const;
  const moved = { status: 200, headers: {}, redirects: [{ status: 301, to: 'https://evil.ng/' }] };
  expect(judgeAnswer(store, moved)).toEqual({ kind: 'good', movedTo: '' });
});

test('A host that is asked too often is asked again in hours', () => {
  const again = judgeRefusal(new OutboundRefusal('busy', 'busha.ng'), 0);
  expect(again).toEqual({ kind: 'later', ms: 3_600_000 });
});

test('Each problem is a sentence', () => {
  for (const problem of ['status-404', 'robots', 'slow', 'unknown-name'])
    expect(problemSentence(problem, 'busha.ng')).toMatch(/busha\.ng.*\.$/);
  expect(problemSentence('', 'busha.ng')).toBe('');
});
