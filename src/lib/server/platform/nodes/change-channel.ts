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
   * Tells the other nodes that the data of these keys has changed; null stands for everything. Resolves once none of
   * them can send bytes from before: call it after the commit, and answer the writer after it. Never rejects: a node
   * that is cut off drops what it holds.
   */
  publish(keys: readonly string[] | null): Promise<void>;
  /** Sets the function that drops answers here. */
  onChange(drop: Drop): void;
  /** How many other nodes this one knows of. */
  others(): number;
  /** Versions of the other nodes that this one knows of. */
  otherVersions(): string[];
  /** Tells the others that this node ends; call it when nothing more will be published. */
  close(): Promise<void>;
}
