// The change channel between nodes that share one PostgreSQL. Reasons: docs/decisions/009-many-nodes.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import type { Logger } from '../log.ts';
import type { ChangeChannel, Drop } from './change-channel.ts';
import { createNodeLink, type NodeLink } from './node-link.ts';
import { version } from '../version.ts';
import { dropMessages, readMessage, type NodeMessage } from './node-messages.ts';

/** Of a node that does not tell its version. */
const unknownVersion = 'unknown';

/** Each message of a node that joins makes a new one. */
interface OtherNode {
  version: string;
}

interface Round {
  waitingFor: Set<string>;
  done: () => void;
}

export interface NodeChannelOptions {
  url: string;
  log: Logger;
}

/**
 * `look`: interval at which a node asks which others are connected. `doubt`: time without an answer after which it asks
 * at once. `most`: how long a writer waits for a connected node that does not answer. `alone`: how long a node that
 * lost its connection goes on using its cache. It cannot tell a restart of PostgreSQL, during which nobody writes, from
 * being cut off alone.
 */
const timesMs = { look: 1_000, doubt: 100, most: 3_000, alone: 5_000, retry: 50 };

/** Resolves when this node hears of changes. @throws when PostgreSQL does not answer */
export async function openNodeChannel({ url, log }: NodeChannelOptions): Promise<ChangeChannel> {
  const me = randomBytes(8).toString('hex');
  const rounds = new Map<number, Round>();
  /** Nodes that have joined. A connected node may not have joined yet. */
  const others = new Map<string, OtherNode>();
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
      link
        .tellEveryone([JSON.stringify({ type: 'join', from: me, version } satisfies NodeMessage)])
        .catch(ignore);
      look().catch(ignore);
    },
    onDown() {
      clearInterval(cutOff);
      // Repeated, so that nothing that is cached meanwhile stays.
      cutOff = setInterval(() => void dropHere(null), timesMs.alone).unref();
    },
  });

  /** A failure breaks the link, which logs it and reconnects. */
  const ignore = (): void => undefined;

  async function dropHere(keys: readonly string[] | null): Promise<void> {
    await drop(keys);
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
        others.set(from, { version: message.version ?? unknownVersion });
        link
          .tell(from, JSON.stringify({ type: 'here', from: me, version } satisfies NodeMessage))
          .catch(ignore);
        return;
      case 'here':
        others.set(from, { version: message.version ?? unknownVersion });
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

  /** Finds nodes that died without leaving: they may have committed a change and not published it. */
  async function look(): Promise<void> {
    const known = [...others];
    const connected = await link.connected();
    // A node that joined after PostgreSQL listed the connected ones is not among them, and has not ended.
    const gone = known
      .filter(([node, joined]) => !connected.has(node) && others.get(node) === joined)
      .map(([node]) => node);
    if (gone.length === 0) return;
    log.warn('Another node has ended without a word', { nodes: gone });
    for (const node of gone) forget(node);
    await dropHere(null);
  }

  /** Resolves when all other nodes have dropped the keys, or are gone, or took too long. */
  async function spread(keys: readonly string[] | null): Promise<void> {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waitingFor = new Set(others.keys());
    if (waitingFor.size > 0) rounds.set(id, { waitingFor, done: () => resolve(undefined) });
    else resolve(undefined);
    await send(dropMessages(me, id, keys));
    const began = performance.now();
    while (rounds.has(id) && performance.now() - began < timesMs.most) {
      await Promise.race([promise, sleep(timesMs.doubt, undefined, { ref: false })]);
      if (rounds.has(id)) await look().catch(ignore);
    }
    if (rounds.delete(id)) log.error('Other nodes did not answer in time', { nodes: [...waitingFor] });
  }

  /** Retries, because a committed change has to be published, however long reconnecting takes. */
  async function send(payloads: string[]): Promise<void> {
    const began = performance.now();
    for (;;) {
      try {
        await link.tellEveryone(payloads);
        return;
      } catch (error) {
        if (closing) throw error;
        // The writer does not wait for ever; its change is still published.
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
    otherVersions: () => [...others.values()].map((other) => other.version),
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
