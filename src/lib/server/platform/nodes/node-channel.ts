// The change channel between nodes that share one PostgreSQL: LISTEN and NOTIFY, over one connection of each node.
// docs/decisions/009-many-nodes.md.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { z } from '../../../shared/zod.ts';
import type { Logger } from '../log.ts';
import { version } from '../version.ts';
import { dropMessage, everyone, type ChangeChannel, type Drop } from './change-channel.ts';

interface NodeChannelOptions {
  url: string;
  log: Logger;
}

/** Connections of nodes have this name, then the id of the node and its version. */
const namePrefix = 'naijabuilt node ';
const messageSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('Not JSON.');
      return z.NEVER;
    }
  })
  .pipe(z.object({ from: z.string(), keys: z.array(z.string()).nullable() }));

/**
 * `look`: interval at which a node asks which others are connected. `most`: how long a writer waits for PostgreSQL to
 * take its message. `alone`: how long a node that lost its connection goes on using its cache. It cannot tell a restart
 * of PostgreSQL, during which nobody writes, from being cut off alone.
 */
const timesMs = { look: 1_000, most: 3_000, alone: 5_000, query: 3_000, firstPause: 10, longestPause: 1_000 };

/** Resolves when this node hears of changes. @throws when PostgreSQL does not answer */
export async function openNodeChannel({ url, log }: NodeChannelOptions): Promise<ChangeChannel> {
  const me = randomBytes(8).toString('hex');
  // One query at a time: the driver will lose its own queue with its next version.
  const inTurn = pLimit(1);
  let client: pg.Client | null = null;
  let drop: Drop = () => undefined;
  let isClosed = false;
  /** Names of the other nodes. */
  let others = new Set<string>();
  let cutOff: NodeJS.Timeout | undefined;

  function receive(payload: string): void {
    const { data } = messageSchema.safeParse(payload);
    // What cannot be read is of another version.
    if (data?.from !== me) void drop(data?.keys ?? null);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: `${namePrefix}${me} ${version}`,
      connectionTimeoutMillis: timesMs.query,
      query_timeout: timesMs.query,
      keepAlive: true,
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
    fresh.on('notification', ({ payload = '' }) => receive(payload));
    try {
      await fresh.connect();
      // A notification that a power cut undoes is undone with its change, so it needs no sync. With the TCP settings
      // PostgreSQL notices within seconds when this machine is gone, and other nodes see it.
      await fresh.query(
        `set synchronous_commit = off; set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1;
         set tcp_keepalives_count = 3; set tcp_user_timeout = 6000; listen ${everyone}`,
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

  /** @throws when PostgreSQL has not answered; then it connects again */
  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const using = client;
    if (!using) throw new Error('Not connected with the other nodes.');
    try {
      return (await inTurn(() => using.query<Row>(text, values))).rows;
    } catch (error) {
      using.end().catch(() => undefined);
      using.emit('error', error);
      throw error;
    }
  }

  /** Finds nodes that have ended: they may have committed a change and not published it. */
  async function look(): Promise<void> {
    const rows = await query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and starts_with(application_name, $1)`,
      [namePrefix],
    );
    const names = rows.map(({ name }) => name.slice(namePrefix.length));
    const connected = new Set(names.filter((name) => !name.startsWith(me)));
    const gone = [...others].filter((name) => !connected.has(name));
    others = connected;
    if (gone.length === 0) return;
    log.info('Another node has ended', { nodes: gone });
    await drop(null);
  }

  /** Sent again until PostgreSQL has taken it, because the change is committed. */
  async function send(payload: string): Promise<void> {
    while (!isClosed) {
      const isSent = await query('select pg_notify($1, $2)', [everyone, payload]).then(
        () => true,
        () => false,
      );
      if (isSent) return;
      await sleep(50, undefined, { ref: false });
    }
  }

  await connect();
  await look();
  const looking = setInterval(() => {
    // A failure breaks the connection, which logs it.
    if (client) look().catch(() => undefined);
  }, timesMs.look).unref();

  return {
    async publish(keys) {
      // The writer does not wait for ever; its change is still published.
      await Promise.race([send(dropMessage(me, keys)), sleep(timesMs.most, undefined, { ref: false })]);
    },
    onChange(listener) {
      drop = listener;
    },
    otherVersions: () => [...others].map((name) => name.split(' ')[1] ?? ''),
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
