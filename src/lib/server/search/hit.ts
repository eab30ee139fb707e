import type { Expression } from './expression.ts';

/** The rank of a matching app. */
export interface Hit {
  /** Index of the expression that it matches. */
  tier: number;
  position: number;
}

export interface HitQuery {
  /** Best first; they are disjoint. */
  tiers: Expression[];
  /** Exclusive. */
  start?: Hit | undefined;
  /** Towards better or newer hits. */
  backwards: boolean;
  limit: number;
}
