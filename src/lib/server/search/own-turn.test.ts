import { expect, onTestFinished, test, vi } from 'vitest';
import { createBreaks, ownTurn } from './own-turn.ts';

test('Resumes one caller a turn of the event loop, in the order of their calls', async () => {
  const order: string[] = [];
  let isOn = true;
  const tick = (): void => {
    order.push('turn');
    if (isOn) setImmediate(tick);
  };
  const caller = async (name: string): Promise<void> => {
    for (let step = 0; step < 2; step += 1) {
      await ownTurn();
      order.push(name);
    }
  };
  setImmediate(tick);
  await Promise.all(['a', 'b', 'c'].map(caller));
  isOn = false;
  const steps = order.join(' ').replace(/(?:turn )+/g, '| ');
  expect(steps).toMatch(/^\| a \| b \| c \| a \| b \| c/);
});

test('Long work lets others run once its steps have held the thread for so long', async () => {
  let now = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  const tick = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(tick);
  };
  setImmediate(tick);
  const breaks = createBreaks(5);
  const turnsAfter = async (ms: number): Promise<number> => {
    now += ms;
    const before = turns;
    await breaks();
    return turns - before;
  };
  expect([await turnsAfter(2), await turnsAfter(2)]).toEqual([0, 0]);
  expect(await turnsAfter(2)).toBeGreaterThan(0);
  // Counted from there on.
  expect(await turnsAfter(4)).toBe(0);
  expect(await turnsAfter(1)).toBeGreaterThan(0);
});
