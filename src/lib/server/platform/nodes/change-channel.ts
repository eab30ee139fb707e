/**
 * Drops the answers that were made of one of these data keys; all answers on null, when changes may have been missed.
 */
export type Drop = (keys: readonly string[] | null) => void | Promise<void>;

/**
 * Exchanges changes of the database between nodes, because every node caches
 * answers. Between nodes on PostgreSQL it is node-channel.ts; on SQLite, which has one node, db/change-watch.ts.
 */
export interface ChangeChannel {
  /**
   * Tells the other nodes that the data of these keys has changed; null stands for everything. Call it after the
   * commit, and answer the writer after it: the others drop what they hold within milliseconds. Never rejects.
   */
  publish(keys: readonly string[] | null): Promise<void>;
  /** Sets the function that drops answers here. */
  onChange(drop: Drop): void;
  /** Versions of the other nodes that this one knows of. */
  otherVersions(): string[];
  /** Call it when nothing more will be published. */
  close(): Promise<void>;
}

/** All nodes listen here. */
export const everyone = 'naijabuilt_nodes';

/** @param from the id of a node, which takes no message of its own; 'command' for a command of the operator */
export function dropMessage(from: string, keys: readonly string[] | null): string {
  const payload = JSON.stringify({ from, keys });
  // NOTIFY takes less than 8,000 bytes. Who changes so much has changed nearly everything.
  return Buffer.byteLength(payload) < 8_000 ? payload : JSON.stringify({ from, keys: null });
}
