// Publishes changes for a command that is no node itself, and waits until the nodes have dropped them. Nodes do not
// wait for the command, because it does not join.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { createNodeLink } from './node-link.ts';
import { dropMessages, readMessage } from './node-messages.ts';

export interface NodeTeller {
  /**
   * Resolves when every connected node has dropped the keys; on null everything.
   * @returns the number of nodes that did, and of connected ones that did not answer in time
   * @throws when PostgreSQL cannot be reached
   */
  tell(keys: readonly string[] | null): Promise<{ told: number; silent: number }>;
  close(): Promise<void>;
}

/** `look`: interval at which it asks which nodes are connected. `most`: how long a node may take. */
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
    async tell(keys) {
      lastId += 1;
      answered.clear();
      await link.tellEveryone(dropMessages(me, lastId, keys));
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
