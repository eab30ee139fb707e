// Resolves names without the hosts file of this machine, so that a name leads where the public name servers say.
import { Resolver } from 'node:dns/promises';
import { OutboundRefusal } from './refusals.ts';

export interface NameResolver {
  /** All addresses of a host. @throws OutboundRefusal */
  addresses(host: string, signal: AbortSignal): Promise<string[]>;
  /** The TXT records of a name, each as one text; none where the name has none. @throws OutboundRefusal */
  texts(name: string, signal: AbortSignal): Promise<string[]>;
}

/** Answers of name servers that say that there is no such record. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absent.has(String(error.code));
}

/** @param server `address:port` of a name server; left out: those of this machine */
export function createNameResolver(server?: string): NameResolver {
  async function ask<Answer>(
    signal: AbortSignal,
    name: string,
    question: (resolver: Resolver) => Promise<Answer>,
  ): Promise<Answer> {
    // One for each question, because `cancel` ends all questions of a resolver.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    if (server !== undefined) resolver.setServers([server]);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      signal.throwIfAborted();
      return await question(resolver);
    } catch (error) {
      if (error instanceof OutboundRefusal) throw error;
      throw new OutboundRefusal(signal.aborted ? 'slow' : 'names-unavailable', name, { cause: error });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  return {
    addresses: async (host, signal) =>
      await ask(signal, host, async (resolver) => {
        const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
        const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
        if (found.length > 0) return found;
        for (const answer of [four, six])
          if (answer.status === 'rejected' && !isAbsence(answer.reason)) throw answer.reason;
        throw new OutboundRefusal('unknown-name', host);
      }),
    texts: async (name, signal) =>
      await ask(signal, name, async (resolver) => {
        try {
          return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
        } catch (error) {
          if (isAbsence(error)) return [];
          throw error;
        }
      }),
  };
}
