import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerInSteps } from './answer-in-steps.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const work = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  [1, 100],
  [99, 100],
  [101, 200],
  [250, 300],
])('Answers work of %i ms after %i', async (ms, expected) => {
  const began = performance.now();
  let took = 0;
  const answer = answerInSteps(100, () => work(ms)).then(() => (took = performance.now() - began));
  await vi.advanceTimersByTimeAsync(1_000);
  await answer;
  expect(took).toBe(expected);
});

test('Holds a refusal back until its step, too', async () => {
  let refused = 0;
  const began = performance.now();
  const answer = answerInSteps(100, () => Promise.reject(new Error('No.'))).catch(() => {
    refused = performance.now() - began;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  await answer;
  expect(refused).toBe(100);
});

test('Starts the timer before the work, so that its firing does not depend on how long the work took', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  let before = 0;
  const answer = answerInSteps(100, async () => {
    before = set.mock.calls.length;
    await Promise.resolve();
  });
  await vi.advanceTimersByTimeAsync(100);
  await answer;
  expect(before).toBe(1);
});
