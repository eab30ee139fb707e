import type { Member } from './change-hub.ts';
import type { ToPrimary } from './messages.ts';

/** How the primary asks all processes that serve what they have measured. */
export interface Survey {
  /** @returns what they answered; one that does not within two seconds is left out */
  ask(members: Iterable<Member>): Promise<unknown[]>;
  /** Takes a message of a process. One that is none of its business is ignored. */
  receive(message: ToPrimary): void;
}

const timeoutMs = 2_000;

export function createSurvey(): Survey {
  const asked = new Map<number, (numbers: unknown) => void>();
  let lastId = 0;

  async function askOne(member: Member): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    lastId += 1;
    const id = lastId;
    asked.set(id, resolve);
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    member.send({ type: 'measure', id });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      asked.delete(id);
    }
  }

  return {
    async ask(members) {
      const answers = await Promise.all([...members].map(askOne));
      return answers.filter((numbers) => numbers !== undefined);
    },
    receive(message) {
      if (message.type === 'measured') asked.get(message.id)?.(message.numbers);
    },
  };
}
