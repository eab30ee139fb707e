/** Drops the answers that carry one of the tags; all answers on null, when changes may have been missed. */
export type Drop = (tags: readonly string[] | null) => void | Promise<void>;

/**
 * Carries what has changed to everything else that keeps finished answers: the other processes of this machine
 * (worker-link.ts), and other machines (nodes/node-channel.ts). Why by message and with acknowledgement:
 * docs/decisions/006-many-processes.md and 009-many-nodes.md.
 */
export interface ChangeChannel {
  /**
   * Tells the others that what these tags stand for has changed; null stands for everything. Resolves once none of them
   * can give out bytes from before: call it after the commit, and answer the writer after it. Never rejects: a process
   * that cannot be reached is ended, one that is cut off from the others ends itself, and a node that is cut off drops
   * what it holds.
   */
  publish(tags: readonly string[] | null): Promise<void>;
  /** Registers what drops answers here. */
  onChange(drop: Drop): void;
}

/** Of a process that serves alone. */
export const noOthers: ChangeChannel = {
  publish: () => Promise.resolve(),
  onChange: () => undefined,
};
