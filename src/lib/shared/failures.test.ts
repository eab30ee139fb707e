import { expect, test } from 'vitest';
import { statusOf } from './failures.ts';

test.each([
  ['a refusal', Object.assign(new Error('no such cursor'), { status: 400 }), 400],
  ['a fault that names a status of its own', { status: 500 }, 503],
  ['a status that is not a number', { status: '400' }, 503],
  ['a plain error', new Error('database is away'), 503],
  ['nothing', null, 503],
  ['a text', 'broken', 503],
])('Reads the status that an error asks for from %s', (_, error, status) => {
  expect(statusOf(error)).toBe(status);
});
