// A node's connection to PostgreSQL for messages between nodes: LISTEN, NOTIFY, and the list of connected nodes.
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { everyone } from './node-messages.ts';

const mailboxOf = (node: string): string => `naijabuilt_node_${node}`;
const namePrefix = 'naijabuilt node ';

export interface NodeLink {
  /** Resolves when PostgreSQL has accepted all payloads. @throws when it has not, or may not have */
  tellEveryone(payloads: readonly string[]): Promise<void>;
  tell(node: string, payload: string): Promise<void>;
  /** Ids of the nodes that are connected now. */
  connected(): Promise<Set<string>>;
  isUp(): boolean;
  /** Connects for the first time. @throws when PostgreSQL does not answer */
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface LinkEvents {
  /** A payload that was sent to all or to this node. */
  onPayload(payload: string): void;
  /** Connected. Earlier messages were missed. */
  onUp(): void;
  onDown(): void;
}

export interface LinkOptions extends LinkEvents {
  url: string;
  /** Letters and digits. */
  node: string;
  log: Logger;
}

const timeoutsMs = { connect: 3_000, query: 3_000 };
const pausesMs = { first: 10, most: 1_000 };

/** Reconnects by itself until it is closed. */
export function createNodeLink({ url, node, log, onPayload, onUp, onDown }: LinkOptions): NodeLink {
  let client: pg.Client | null = null;
  let closed = false;
  let reconnecting: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: namePrefix + node,
      connectionTimeoutMillis: timeoutsMs.connect,
      query_timeout: timeoutsMs.query,
      keepAlive: true,
    });
    let lost = false;
    const lose = (error?: Error): void => {
      if (lost) return;
      lost = true;
      if (client !== fresh) return;
      client = null;
      if (closed) return;
      log.warn('The connection over which nodes tell of changes broke', { error });
      onDown();
      reconnecting ??= reconnect();
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await fresh.connect();
      // A notification that a power cut undoes is undone with its change, so it needs no sync. With the TCP settings
      // PostgreSQL notices within seconds when this machine is gone, and other nodes see it.
      await fresh.query(
        `set synchronous_commit = off; set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1;
         set tcp_keepalives_count = 3; set tcp_user_timeout = 6000;
         listen ${everyone}; listen ${mailboxOf(node)}`,
      );
    } catch (error) {
      lost = true;
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (closed) {
      await fresh.end().catch(() => undefined);
      return;
    }
    client = fresh;
    onUp();
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = pausesMs.first; !closed; pauseMs = Math.min(pausesMs.most, pauseMs * 2)) {
      await sleep(pauseMs);
      try {
        await connect();
        log.info('Connected with the other nodes again');
        break;
      } catch (error) {
        log.debug('No connection with the other nodes yet', { error });
      }
    }
    reconnecting = undefined;
  }

  // One query at a time: the driver will lose its own queue with its next version.
  const inTurn = pLimit(1);

  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return await inTurn(() => send<Row>(text, values));
  }

  async function send<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const using = client;
    if (!using) throw new Error('Not connected with the other nodes.');
    try {
      return (await using.query<Row>(text, values)).rows;
    } catch (error) {
      // The connection failed. Reconnecting drops everything, because notifications were missed.
      using.end().catch(() => undefined);
      using.emit('error', error);
      throw error;
    }
  }

  return {
    async tellEveryone(payloads) {
      await query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [everyone, payloads]);
    },
    async tell(other, payload) {
      await query('select pg_notify($1, $2)', [mailboxOf(other), payload]);
    },
    async connected() {
      const rows = await query<{ name: string }>(
        'select application_name as name from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)',
        [namePrefix],
      );
      return new Set(rows.map(({ name }) => name.slice(namePrefix.length)));
    },
    isUp: () => client !== null,
    open: connect,
    async close() {
      closed = true;
      const using = client;
      client = null;
      await using?.end().catch(() => undefined);
      await reconnecting;
    },
  };
}
