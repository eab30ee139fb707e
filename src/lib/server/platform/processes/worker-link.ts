// The side of a process that serves beside others: the change channel, and word to and from the primary.
import type { ChangeChannel, Drop } from './change-channel.ts';
import { isOurs, type ToPrimary, type ToWorker } from './messages.ts';

/** As much of `process` as the link needs, so that a test can stand in for it. */
export interface LinkPort {
  send(message: ToPrimary): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export interface WorkerLink extends ChangeChannel {
  /** Call it before the first request is accepted. Resolves when changes of others reach this process. */
  join(): Promise<void>;
  /** Tells the process that sends mail that there is some. */
  wakeMail(): void;
  /** Registers what tells what this process has measured; nothing is told without one. */
  onMeasure(read: () => Promise<unknown>): void;
  /** Registers what to do when the primary wants this process to end. */
  onStop(stop: () => void): void;
}

export function createWorkerLink(port: LinkPort): WorkerLink {
  const published = new Map<number, () => void>();
  const joined = Promise.withResolvers<undefined>();
  const stopped = Promise.withResolvers<undefined>();
  /** At once: what keeps answers in this process is a map in its memory. */
  let drop: Drop = () => undefined;
  let measure: () => Promise<unknown> = () => Promise.resolve([]);
  let lastId = 0;

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'drop':
        void drop(message.tags);
        port.send({ type: 'dropped', id: message.id });
        return;
      case 'published':
        published.get(message.id)?.();
        published.delete(message.id);
        return;
      case 'measure': {
        const { id } = message;
        void measure().then((numbers) => port.send({ type: 'measured', id, numbers }));
        return;
      }
      case 'joined':
        joined.resolve(undefined);
        return;
      case 'stop':
        stopped.resolve(undefined);
    }
  }
  port.on('message', (message) => {
    if (isOurs(message)) receive(message as ToWorker);
  });

  return {
    publish(tags) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      lastId += 1;
      published.set(lastId, () => resolve(undefined));
      port.send({ type: 'publish', id: lastId, tags });
      return promise;
    },
    onChange(listener) {
      drop = listener;
    },
    onMeasure(read) {
      measure = read;
    },
    join() {
      port.send({ type: 'join' });
      return joined.promise;
    },
    wakeMail: () => port.send({ type: 'wake-mail' }),
    onStop: (stop) => void stopped.promise.then(stop),
  };
}
