import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('Takes the clients in turn, so that one with many jobs does not delay another', async () => {
  const queue = createFairQueue();
  const order: string[] = [];
  const job = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  const jobs = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charAt(0), job(name)));
  expect([queue.size(), queue.waitingOf('a'), queue.waitingOf('b')]).toEqual([6, 2, 2]);
  await Promise.all(jobs);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect([queue.size(), queue.waitingOf('a')]).toEqual([0, 0]);
});

test('Rejects for the caller of a failed job, and runs the next one', async () => {
  const queue = createFairQueue();
  const failed = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await queue.run('b', () => Promise.resolve('later'))).toBe('later');
});

test('Rejects for a job that throws before it returns a promise, and runs the next one', async () => {
  const queue = createFairQueue();
  const failed = queue.run('a', () => {
    throw new Error('no thread');
  });
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no thread');
  expect(await next).toBe('done');
  expect(queue.size()).toBe(0);
});
