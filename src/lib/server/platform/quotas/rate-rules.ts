// The types of limits.
import type { Client } from '../security/client.ts';

export interface RateRule {
  name: string;
  /** Hits allowed within the window. */
  hits: number;
  windowSeconds: number;
}

/** A token bucket: `burst` at once, then one each `everySeconds`. */
export interface BucketRule {
  name: string;
  burst: number;
  everySeconds: number;
}

/**
 * How often one operation may be done: by an account, from an address (the /64 of IPv6), and from each network around
 * it (/24, /56, /48). A level that is left out is not limited. All of the product's are in quotas.ts.
 */
export interface Quota {
  account?: BucketRule | RateRule;
  address?: BucketRule | RateRule;
  network?: BucketRule | RateRule;
  /** First sentence of the 429. */
  says?: string;
  /** Whether what was taken is given back where the operation is refused or fails. */
  returned?: boolean;
}

/** A quota, and how much of it an operation takes: 1 when left out. */
export interface Charge {
  quota: Quota;
  cost?: number;
}

/** Whom a quota is counted for. */
export interface Spender {
  /** Id of the account; null if there is none. */
  account: string | null;
  client: Client;
}
