// The change channel between nodes that share one PostgreSQL. Why so: docs/decisions/009-many-nodes.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import type { Logger } from '../log.ts';
import type { ChangeChannel, Drop } from './change-channel.ts';
import { createNodeLink, type NodeLink } from './node-link.ts';
import { dropMessages, readMessage, type NodeMessage } from './node-messages.ts';

interface Round {
  waitingFor: Set<string>;
  done: () => void;
}

export interface NodeChannelOptions {
  url: string;
  log: Logger;
}

/**
 * `look`: how often a node asks who is connected. `doubt`: after how long without an answer it asks at once. `most`:
 * how long a writer waits for a node that is connected and does not answer. `alone`: how long a node that is cut off
 * goes on answering from memory: while PostgreSQL restarts nobody can write, but one that is cut off alone cannot tell
 * the two apart.
 */
const timesMs = { look: 1_000, doubt: 100, most: 3_000, alone: 5_000, retry: 50 };

/** Resolves when this node hears of changes. @throws when PostgreSQL does not answer */
export async function openNodeChannel({ url, log }: NodeChannelOptions): Promise<ChangeChannel> {
  const me = randomBytes(8).toString('hex');
  const rounds = new Map<number, Round>();
  /** Nodes that hear of what this one changes; one that is connected may not listen yet. */
  const others = new Set<string>();
  let drop: Drop = () => undefined;
  let lastId = 0;
  let closing = false;
  let cutOff: NodeJS.Timeout | undefined;

  const link: NodeLink = createNodeLink({
    url,
    log,
    node: me,
    onPayload(payload) {
      const message = readMessage(payload);
      if (message && message.from !== me) receive(message);
    },
    onUp() {
      clearInterval(cutOff);
      void dropHere(null);
      link.tellEveryone([JSON.stringify({ type: 'join', from: me } satisfies NodeMessage)]).catch(ignore);
      look().catch(ignore);
    },
    onDown() {
      clearInterval(cutOff);
      // From then on nothing that is put into memory stays there, either.
      cutOff = setInterval(() => void dropHere(null), timesMs.alone).unref();
    },
  });

  /** What breaks the link reconnects it, and the log tells. */
  const ignore = (): void => undefined;

  async function dropHere(tags: readonly string[] | null): Promise<void> {
    await drop(tags);
  }

  function receive(message: NodeMessage): void {
    const { from } = message;
    switch (message.type) {
      case 'drop': {
        const { id } = message;
        void dropHere(message.tags).then(() => {
          if (id === undefined) return;
          link
            .tell(from, JSON.stringify({ type: 'dropped', from: me, id } satisfies NodeMessage))
            .catch(ignore);
        });
        return;
      }
      case 'dropped':
        settle(message.id, from);
        return;
      case 'join':
        others.add(from);
        link.tell(from, JSON.stringify({ type: 'here', from: me } satisfies NodeMessage)).catch(ignore);
        return;
      case 'here':
        others.add(from);
        return;
      case 'leave':
        forget(from);
    }
  }

  function settle(id: number, node: string): void {
    const round = rounds.get(id);
    if (!round?.waitingFor.delete(node) || round.waitingFor.size > 0) return;
    rounds.delete(id);
    round.done();
  }

  function forget(node: string): void {
    others.delete(node);
    for (const id of [...rounds.keys()]) settle(id, node);
  }

  /** Finds out who has gone without a word: it may have committed a change and died before it told of it. */
  async function look(): Promise<void> {
    const connected = await link.connected();
    const gone = [...others].filter((node) => !connected.has(node));
    if (gone.length === 0) return;
    log.warn('Another node has ended without a word', { nodes: gone });
    for (const node of gone) forget(node);
    await dropHere(null);
  }

  /** Resolves when all of the others have dropped the tags, or cannot give out what they hold. */
  async function spread(tags: readonly string[] | null): Promise<void> {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waitingFor = new Set(others);
    if (waitingFor.size > 0) rounds.set(id, { waitingFor, done: () => resolve(undefined) });
    else resolve(undefined);
    await send(dropMessages(me, id, tags));
    const began = performance.now();
    while (rounds.has(id) && performance.now() - began < timesMs.most) {
      await Promise.race([promise, sleep(timesMs.doubt, undefined, { ref: false })]);
      if (rounds.has(id)) await look().catch(ignore);
    }
    if (rounds.delete(id)) log.error('Other nodes did not answer in time', { nodes: [...waitingFor] });
  }

  /** A change that is committed has to be told, however long the connection takes to come back. */
  async function send(payloads: string[]): Promise<void> {
    const began = performance.now();
    for (;;) {
      try {
        await link.tellEveryone(payloads);
        return;
      } catch (error) {
        if (closing) throw error;
        // The writer is not kept waiting for ever; what it changed is still told.
        if (performance.now() - began > timesMs.most) {
          void sendLater(payloads);
          return;
        }
        await sleep(timesMs.retry);
      }
    }
  }

  async function sendLater(payloads: string[]): Promise<void> {
    while (!closing) {
      const sent = await link.tellEveryone(payloads).then(
        () => true,
        () => false,
      );
      if (sent) return;
      await sleep(timesMs.look, undefined, { ref: false });
    }
  }

  await link.open();
  const looking = setInterval(() => {
    if (link.isUp()) look().catch(ignore);
  }, timesMs.look).unref();

  return {
    publish: spread,
    onChange(listener) {
      drop = listener;
    },
    others: () => others.size,
    async close() {
      closing = true;
      clearInterval(looking);
      clearInterval(cutOff);
      await link
        .tellEveryone([JSON.stringify({ type: 'leave', from: me } satisfies NodeMessage)])
        .catch(ignore);
      await link.close();
    },
  };
}
