// Keeps a number of serving processes running: starts them, replaces those that end, and stops them all.
import type { Logger } from '../log.ts';
import type { ChangeChannel } from './change-channel.ts';
import { createChangeHub, type Member } from './change-hub.ts';
import type { ToPrimary } from './messages.ts';
import { createSurvey } from './survey.ts';

/** A serving process; a worker of node:cluster. */
export interface Child extends Member {
  readonly pid: number;
  onMessage(listener: (message: ToPrimary) => void): void;
  /** Whole lines of its log. */
  onLines(listener: (lines: Buffer) => void): void;
  /** It accepts requests. */
  onListening(listener: () => void): void;
  onExit(listener: (code: number | null, signal: string | null) => void): void;
}

export interface SupervisorOptions {
  count: number;
  fork(): Child;
  log: Logger;
  wakeMail(): void;
  /** To the other machines, where there are any. */
  uplink?: ChangeChannel;
  /** How long a process may take to drop what changed. */
  timeoutMs?: number;
  /** How long processes may take to end when they are told to; a little more than they give their own requests. */
  stopMs?: number;
}

export interface Supervisor {
  /**
   * Starts the first process, and the others once it accepts requests: what keeps one from serving is then said once.
   * Resolves when all accept requests; rejects when the first one ends before it did.
   */
  start(): Promise<void>;
  /** What the processes that serve have measured, one entry each. */
  measure(): Promise<unknown[]>;
  /** Lets all finish what is in flight. @returns whether all ended by themselves and without a fault */
  stop(): Promise<boolean>;
  /** Ends all at once. */
  kill(): void;
}

/** The first process ended before it served; it has said why. */
export class NoProcessServes extends Error {}

/** A process that ends so soon after its start will likely do so again: the pause before the next try doubles. */
const soonMs = 10_000;
const pauses = { firstMs: 100, maxMs: 30_000 };

export function createSupervisor({
  count,
  fork,
  log,
  wakeMail,
  uplink,
  timeoutMs = 10_000,
  stopMs = 30_000,
}: SupervisorOptions): Supervisor {
  const children = new Set<Child>();
  /** Those that accept requests: one that is starting does not answer yet. */
  const serving = new Set<Child>();
  const survey = createSurvey();
  const hub = createChangeHub({
    timeoutMs,
    uplink,
    onStuck: (member) => {
      const pid = [...children].find((child) => child === member)?.pid;
      log.error('A process did not answer and is ended', { worker: pid, afterMs: timeoutMs });
    },
  });
  let pauseMs = 0;
  let stopping = false;
  let failures = 0;
  let allGone: (() => void) | undefined;

  /** @param onListening for it, or for the one that replaces it */
  function startChild(onListening: () => void, onEarlyEnd?: () => void): void {
    const child = fork();
    const began = performance.now();
    let listened = false;
    children.add(child);
    child.onListening(() => {
      listened = true;
      serving.add(child);
      onListening();
    });
    child.onMessage((message) => {
      if (message.type === 'wake-mail') wakeMail();
      else if (message.type === 'measured') survey.receive(message);
      else hub.receive(child, message);
    });
    child.onLines((lines) => log.pass(lines));
    child.onExit((code, signal) => {
      children.delete(child);
      serving.delete(child);
      hub.remove(child, code === 0);
      if (stopping) {
        if (code !== 0) failures += 1;
        if (children.size === 0) allGone?.();
      } else if (!listened && onEarlyEnd) {
        onEarlyEnd();
      } else {
        const livedMs = Math.round(performance.now() - began);
        pauseMs = livedMs > soonMs ? 0 : Math.min(pauses.maxMs, pauseMs * 2 || pauses.firstMs);
        log.error('A process ended and is replaced', { worker: child.pid, code, signal, livedMs, pauseMs });
        setTimeout(() => {
          if (!stopping) startChild(onListening);
        }, pauseMs);
      }
    });
  }

  return {
    async start() {
      await new Promise<void>((resolve, reject) => {
        startChild(resolve, () => reject(new NoProcessServes()));
      });
      const others = Array.from(
        { length: count - 1 },
        () => new Promise<void>((resolve) => startChild(resolve)),
      );
      await Promise.all(others);
    },
    measure: () => survey.ask(serving),
    async stop() {
      stopping = true;
      if (children.size === 0) return true;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      allGone = () => resolve(undefined);
      for (const child of children) child.send({ type: 'stop' });
      const timer = setTimeout(() => {
        for (const child of children) child.kill();
      }, stopMs);
      await promise;
      clearTimeout(timer);
      return failures === 0;
    },
    kill() {
      stopping = true;
      for (const child of children) child.kill();
    },
  };
}
