import type { Expression } from './expression.ts';

/** Where an app stands among the matches. */
export interface Hit {
  /** Which of the expressions it matches. */
  tier: number;
  position: number;
}

export interface HitQuery {
  /** Best first; no two match the same app. */
  tiers: Expression[];
  /** Where to go on; the first is the one beyond it. */
  start?: Hit | undefined;
  /** From there to what is better or newer. */
  backwards: boolean;
  limit: number;
}
