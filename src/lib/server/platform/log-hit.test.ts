import { expect, test } from 'vitest';
import { hitLine, writeHit } from './log-hit.ts';

const line = hitLine({ idPrefix: 'a-', method: 'GET', target: '/', status: 200, bytes: 12 }, undefined);

function written(number: number, ms: number): string {
  const buffer = Buffer.alloc(1_000, '?');
  const end = writeHit(buffer, 3, line, performance.now(), number, ms);
  expect(end - 3).toBeLessThanOrEqual(line.most);
  return buffer.toString('latin1', 3, end);
}

test.each([
  [0, '0.00'],
  [0.004, '0.00'],
  [0.126, '0.13'],
  [9.999, '10.00'],
  [1_234.5, '1234.50'],
  [1e12, '1000000000000.00'],
])('%d ms stand as %s', (ms, expected) => {
  expect(written(7, ms)).toContain(`"ms":${expected}}\n`);
});

test.each([0, 9, 10, 99, 100, 123_456_789, Number.MAX_SAFE_INTEGER])('request %d', (number) => {
  expect(written(number, 0)).toContain(`"id":"a-${number}","ms"`);
});

test('the time goes with the clock', async () => {
  const until = performance.now() + 1_200;
  while (performance.now() < until) {
    const before = Date.now();
    const { time } = JSON.parse(written(1, 0)) as { time: string };
    const after = Date.now();
    expect(new Date(time).toISOString()).toBe(time);
    // The system's clock may be moved a little at any time; this follows within a second.
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before - 5);
    expect(Date.parse(time)).toBeLessThanOrEqual(after + 5);
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
});
