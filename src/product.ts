// What the composition root builds, and the options with which tests build it.
import type { HashCost } from './lib/server/accounts/passwords.ts';
import type { Clock } from './lib/server/platform/clock.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import type { Database } from './lib/server/platform/db/database.ts';
import type { Logger } from './lib/server/platform/log.ts';
import type { Outbox } from './lib/server/platform/mail/outbox.ts';
import type { Outbound } from './lib/server/platform/outbound/outbound.ts';
import type { DataKey } from './lib/server/platform/reads/data-keys.ts';
import type { Storage } from './lib/server/platform/storage/storage.ts';
import type { Worker } from './lib/server/platform/worker.ts';
import type { Services, Slices } from './lib/server/services.ts';
import type { SiteState } from './lib/server/site/settings.ts';

export interface Product {
  config: Config;
  db: Database;
  storage: Storage;
  /** The services for commands, jobs and writes, whose reads are not recorded. */
  services: Services;
  /** The unbound slices, for `bindSlices`. */
  slices: Slices;
  clock: Clock;
  /** The secret that signs tokens and codes. */
  secret: Uint8Array;
  outbox: Outbox;
  /** Requests to other sites (platform/outbound). */
  outbound: Outbound;
  /** Checks the proofs of owners again. `start` it where pages are served. */
  rechecks: Worker;
  /** The other nodes; `serve` sets how to ask for their versions. */
  nodes: { otherVersions: () => Promise<string[]> };
  /** The settings of the site, which staff change while it runs. */
  site: SiteState;
  /** Work on many rows. `start` it where pages are served. */
  jobs: Worker;
  /** Removes what has expired, and what dead processes left: rate limits, sessions, pictures without references. */
  sweep(): Promise<void>;
  /** Resolves when the database takes writes. One check for all who ask: it writes. */
  checkWriting(): Promise<void>;
  /** Registers a listener for changed data, which is called before the writer is answered. */
  onChange(listener: (keys: DataKey[]) => void): void;
  close(): Promise<void>;
}

export interface ComposeOptions {
  clock?: Clock;
  /** Nothing is logged without one. */
  log?: Logger;
  /** For tests: called instead of waking the outbox, so that mail stays unsent. */
  wakeMail?: () => void;
  /** For tests: cheap hashes of passwords. */
  hashCost?: HashCost;
  /** Whether it is a command beside a site, which must not replace the secret of the site. */
  isCommand?: boolean;
  /** Whether a commit on SQLite waits for the disk; off for tests, which throw their data away. */
  syncCommits?: boolean;
}
