// The primary's side of the change channel: passes each change on to all processes that serve, and tells the one that
// made it once all of them have dropped the answers that show it.
import type { ChangeChannel } from './change-channel.ts';
import type { ToPrimary, ToWorker } from './messages.ts';

/** A process that serves, as the hub sees it. */
export interface Member {
  send(message: ToWorker): void;
  /** Ends it at once. `remove` must follow when it is gone. */
  kill(): void;
}

export interface ChangeHub {
  /** Takes a message of a process. One that is none of the hub's business is ignored. */
  receive(member: Member, message: ToPrimary): void;
  /**
   * Call it when a process is gone.
   * @param toldAll whether it ended in order, and so has told of everything it changed
   */
  remove(member: Member, toldAll: boolean): void;
}

interface Round {
  waitingFor: Set<Member>;
  timer: NodeJS.Timeout;
  done: () => void;
}

interface Options {
  /** How long a process may take to answer before it counts as stuck, in milliseconds. */
  timeoutMs: number;
  onStuck(member: Member): void;
  /** To the other machines, where there are any. */
  uplink?: ChangeChannel | undefined;
}

export function createChangeHub({ timeoutMs, onStuck, uplink }: Options): ChangeHub {
  const members = new Set<Member>();
  const rounds = new Map<number, Round>();
  let lastId = 0;

  /** Calls `done` when every member but the one that made the change has dropped the tags, or is gone. */
  function spread(tags: readonly string[] | null, except: Member | null, done: () => void): void {
    const waitingFor = new Set(members);
    if (except) waitingFor.delete(except);
    if (waitingFor.size === 0) {
      done();
      return;
    }
    lastId += 1;
    const timer = setTimeout(() => {
      for (const member of waitingFor) {
        // What does not answer might still serve what is out of date once it comes to itself.
        onStuck(member);
        member.kill();
      }
    }, timeoutMs);
    rounds.set(lastId, { waitingFor, timer, done });
    for (const member of waitingFor) member.send({ type: 'drop', id: lastId, tags });
  }

  function settle(id: number, member: Member): void {
    const round = rounds.get(id);
    if (!round?.waitingFor.delete(member) || round.waitingFor.size > 0) return;
    rounds.delete(id);
    clearTimeout(round.timer);
    round.done();
  }

  uplink?.onChange((tags) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    spread(tags, null, () => resolve(undefined));
    return promise;
  });

  return {
    receive(member, message) {
      if (message.type === 'join') {
        members.add(member);
        member.send({ type: 'joined' });
      } else if (message.type === 'publish') {
        const { id, tags } = message;
        let unfinished = uplink ? 2 : 1;
        const finish = (): void => {
          unfinished -= 1;
          if (unfinished === 0) member.send({ type: 'published', id });
        };
        spread(tags, member, finish);
        void uplink?.publish(tags).then(finish);
      } else if (message.type === 'dropped') {
        settle(message.id, member);
      }
    },
    remove(member, toldAll) {
      if (!members.delete(member)) return;
      for (const id of [...rounds.keys()]) settle(id, member);
      if (toldAll) return;
      // It may have committed a change and died before it could tell.
      spread(null, null, () => undefined);
      void uplink?.publish(null);
    },
  };
}
