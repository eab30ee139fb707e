import { expect, test } from 'vitest';
import { messages } from '../../../shared/text/messages.ts';
import { DatabaseUnavailable } from './unavailable.ts';

test('A database that does not answer is reported in a sentence that says when to try again', () => {
  const { status, message, retryAfter } = new DatabaseUnavailable(new Error('ECONNREFUSED'));
  expect([status, retryAfter]).toEqual([503, 2]);
  expect(message).toMatch(/Try again in a few seconds\.$/);
});

test.each(['away', 'busy', 'storage'] as const)(
  'The sentence of a 503 (%s) says when to try again',
  (name) => {
    expect(messages.errors[name]).toMatch(/Try again in a few (?:seconds|minutes)\.$/);
  },
);
