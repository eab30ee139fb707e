import { expect, test } from 'vitest';
import { ownTurn } from './own-turn.ts';

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
