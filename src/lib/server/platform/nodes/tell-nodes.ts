// For a command that writes to the database of nodes and is none itself: tells them what it has changed, and hears that
// they have dropped it. It takes no part in their rounds, so nobody waits for it.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { createNodeLink } from './node-link.ts';
import { dropMessages, readMessage } from './node-messages.ts';

export interface NodeTeller {
  /**
   * Resolves when every node that is connected has dropped the tags, or all that it keeps on null.
   * @returns how many did, and how many are connected and did not answer in time
   * @throws when PostgreSQL cannot be reached
   */
  tell(tags: readonly string[] | null): Promise<{ told: number; silent: number }>;
  close(): Promise<void>;
}

/** `look`: how often it asks who is connected yet. `most`: how long a node may take. */
const timesMs = { look: 100, most: 3_000 };

/** @throws when PostgreSQL does not answer */
export async function openNodeTeller({ url, log }: { url: string; log: Logger }): Promise<NodeTeller> {
  const me = randomBytes(8).toString('hex');
  let lastId = 0;
  const answered = new Set<string>();
  const ignore = (): void => undefined;
  const link = createNodeLink({
    url,
    log,
    node: me,
    onPayload(payload) {
      const message = readMessage(payload);
      if (message?.type === 'dropped' && message.id === lastId) answered.add(message.from);
    },
    onUp: ignore,
    onDown: ignore,
  });
  await link.open();

  async function unanswered(): Promise<number> {
    const connected = await link.connected();
    return [...connected].filter((node) => node !== me && !answered.has(node)).length;
  }

  return {
    async tell(tags) {
      lastId += 1;
      answered.clear();
      await link.tellEveryone(dropMessages(me, lastId, tags));
      const began = performance.now();
      let silent = await unanswered();
      while (silent > 0 && performance.now() - began < timesMs.most) {
        await sleep(timesMs.look);
        silent = await unanswered();
      }
      return { told: answered.size, silent };
    },
    close: () => link.close(),
  };
}
