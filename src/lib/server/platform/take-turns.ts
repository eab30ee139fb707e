import { AppError } from './errors.ts';

export interface TurnLimits {
  /** Maximum wait in milliseconds. */
  waitMs: number;
  /** Maximum of waiting calls per name. */
  waiting: number;
}

export const busy = () =>
  new AppError(409, 'The same request is being worked on. Wait a moment and send it again.', {}, 1);

interface Turn {
  ended: Promise<undefined>;
  waiting: number;
}

/**
 * Lets work of the same name take turns in this process.
 * @throws AppError 409 if too many calls wait, or the wait takes too long
 */
export function createTurns({ waitMs, waiting }: TurnLimits) {
  const turns = new Map<string, Turn>();

  async function waitFor(turn: Turn, deadline: number): Promise<void> {
    if (turn.waiting >= waiting) throw busy();
    turn.waiting += 1;
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), Math.max(0, deadline - performance.now()));
    try {
      if ((await Promise.race([turn.ended, late.promise])) === 'late') throw busy();
    } finally {
      clearTimeout(timer);
      turn.waiting -= 1;
    }
  }

  /** @returns what ends the turn */
  return async function takeTurn(name: string): Promise<() => void> {
    const deadline = performance.now() + waitMs;
    for (let before = turns.get(name); before; before = turns.get(name)) await waitFor(before, deadline);
    const ended = Promise.withResolvers<undefined>();
    turns.set(name, { ended: ended.promise, waiting: 0 });
    return () => {
      turns.delete(name);
      ended.resolve(undefined);
    };
  };
}
