// The change channel between nodes that share one PostgreSQL: LISTEN, over one connection of each node. A write
// notifies in its own transaction (db/postgres.ts), so that a message comes if and when its change is committed,
// whatever becomes of the writer. docs/decisions/009-many-nodes.md.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { z } from '../../../shared/zod.ts';
import type { Logger } from '../log.ts';
import { version } from '../version.ts';
import { everyone, type ChangeChannel, type Drop } from './change-channel.ts';

/** Connections of nodes have this name, then the id of the node and its version. */
const namePrefix = 'naijabuilt node ';
const messageSchema = z.array(z.string()).nullable();

/** @returns null for a message that cannot be read, as one of another version */
function keysOf(payload: string): string[] | null {
  try {
    return messageSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

/**
 * `alone`: how long a node that lost its connection goes on using its cache. It cannot tell a restart of PostgreSQL,
 * during which nobody writes, from being cut off alone.
 */
const timesMs = { alone: 5_000, query: 3_000, firstPause: 10, longestPause: 1_000 };

/** Resolves when this node hears of changes. @throws when PostgreSQL does not answer */
export async function openNodeChannel(url: string, log: Logger): Promise<ChangeChannel> {
  const me = `${randomBytes(8).toString('hex')} ${version}`;
  // One query at a time: the driver will lose its own queue with its next version.
  const inTurn = pLimit(1);
  let client: pg.Client | null = null;
  let drop: Drop = () => undefined;
  let isClosed = false;
  let cutOff: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: namePrefix + me,
      connectionTimeoutMillis: timesMs.query,
      query_timeout: timesMs.query,
      keepAlive: true,
      keepAliveInitialDelayMillis: timesMs.query,
    });
    const lose = (error?: Error): void => {
      if (client !== fresh) return;
      client = null;
      if (isClosed) return;
      log.warn('The connection over which nodes tell of changes broke', { error });
      // Repeated, so that nothing that is cached meanwhile stays.
      cutOff = setInterval(() => void drop(null), timesMs.alone).unref();
      void reconnect();
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ payload = '' }) => void drop(keysOf(payload)));
    try {
      await fresh.connect();
      // With the TCP settings PostgreSQL notices within seconds when this machine is gone.
      await fresh.query(
        `set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3;
         set tcp_user_timeout = 6000; listen ${everyone}`,
      );
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) {
      await fresh.end().catch(() => undefined);
      return;
    }
    client = fresh;
    clearInterval(cutOff);
    // Earlier messages were missed.
    void drop(null);
  }

  async function reconnect(): Promise<void> {
    let pauseMs = timesMs.firstPause;
    while (!isClosed) {
      await sleep(pauseMs, undefined, { ref: false });
      try {
        await connect();
        log.info('Connected with the other nodes again');
        return;
      } catch (error) {
        log.debug('No connection with the other nodes yet', { error });
        pauseMs = Math.min(timesMs.longestPause, pauseMs * 2);
      }
    }
  }

  await connect();
  /** Asks whether the connection is there: a network that drops packets says nothing. */
  const looking = setInterval(() => {
    const asked = client;
    if (!asked) return;
    inTurn(() => asked.query('select 1')).catch((error: unknown) => {
      asked.end().catch(() => undefined);
      asked.emit('error', error);
    });
  }, timesMs.query).unref();

  return {
    onChange(listener) {
      drop = listener;
    },
    async otherVersions() {
      const others = `select application_name as name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, $1) and application_name <> $2`;
      const found = await inTurn(() =>
        client?.query<{ name: string }>(others, [namePrefix, namePrefix + me]),
      );
      return (found?.rows ?? []).map(({ name }) => name.slice(namePrefix.length).split(' ')[1] ?? '');
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      clearInterval(cutOff);
      const using = client;
      client = null;
      await using?.end().catch(() => undefined);
    },
  };
}
