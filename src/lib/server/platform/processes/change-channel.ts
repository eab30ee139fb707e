/**
 * Carries what has changed to everything else that keeps finished answers: the other processes of this machine
 * (worker-link.ts), and whatever else may keep some one day. Why by message and with acknowledgement:
 * docs/decisions/006-many-processes.md.
 */
export interface ChangeChannel {
  /**
   * Tells the others that what these tags stand for has changed. Resolves once none of them can give out bytes from
   * before: call it after the commit, and answer the writer after it. Never rejects: whoever cannot be reached is ended,
   * and a process that is cut off from the others ends itself.
   */
  publish(tags: readonly string[]): Promise<void>;
  /** Registers what drops the answers that carry one of the tags; all answers on null, when changes may have been missed. */
  onChange(drop: (tags: readonly string[] | null) => void): void;
}

/** Of a process that serves alone. */
export const noOthers: ChangeChannel = {
  publish: () => Promise.resolve(),
  onChange: () => undefined,
};
