/** From a process that serves to the primary. */
export type ToPrimary =
  /** Is about to accept requests, and keeps nothing yet. */
  | { type: 'join' }
  /** Wrote something; wants 'published' once every other process has dropped it. */
  | { type: 'publish'; id: number; tags: readonly string[] | null }
  /** Has dropped what 'drop' of this id named. */
  | { type: 'dropped'; id: number }
  /** What 'measure' of this id asked for. */
  | { type: 'measured'; id: number; numbers: unknown }
  /** Put a mail into the outbox. */
  | { type: 'wake-mail' };

/** From the primary to a process that serves. */
export type ToWorker =
  | { type: 'joined' }
  | { type: 'published'; id: number }
  /** Null drops everything. */
  | { type: 'drop'; id: number; tags: readonly string[] | null }
  /** Wants what this process has measured. */
  | { type: 'measure'; id: number }
  /** Finish what is in flight, then exit. */
  | { type: 'stop' };

/** node:cluster sends messages of its own over the same pipe, marked so. */
export function isOurs(message: unknown): message is { type: string } {
  return typeof message === 'object' && message !== null && 'type' in message && !('cmd' in message);
}
