/** Drops the answers that carry one of the tags; all answers on null, when changes may have been missed. */
export type Drop = (tags: readonly string[] | null) => void | Promise<void>;

/**
 * Tells this node what others change in its database, and them what it changes. Every node keeps finished answers in
 * its memory. Between nodes on PostgreSQL it is node-channel.ts; on SQLite, which has one node, db/change-watch.ts.
 */
export interface ChangeChannel {
  /**
   * Tells the other nodes that what these tags stand for has changed; null stands for everything. Resolves once none of
   * them can send bytes from before: call it after the commit, and answer the writer after it. Never rejects: a node
   * that is cut off drops what it holds.
   */
  publish(tags: readonly string[] | null): Promise<void>;
  /** Registers what drops answers here. */
  onChange(drop: Drop): void;
  /** How many other nodes this one knows of. */
  others(): number;
  /** Tells the others that this node ends; call it when nothing more will be published. */
  close(): Promise<void>;
}
