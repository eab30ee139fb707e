// One look at an address: all of its requests share a visit, a time limit and the signal of the person who waits.
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientLeft } from '../platform/errors.ts';
import {
  beginVisit,
  hostPauseMs,
  OutboundRefusal,
  type Outbound,
  type OutboundAnswer,
  type OutboundRequest,
} from '../platform/outbound/outbound.ts';

/** How long a look may take in all. Milliseconds. */
export const lookMs = 25_000;
/** Somebody else may have asked the host of a store a moment ago: how long to wait, and how often to ask again. */
const waitMs = hostPauseMs + 1_500;
const againMs = 500;

export interface Look {
  /** Aborts when the person has left or the time is over. */
  signal: AbortSignal;
  /** Tells the person what is being done. */
  onStep(sentence: string): void;
  /** Problems, as sentences for the person. */
  problems: string[];
  /** @throws OutboundRefusal, or ClientLeft when the person has left */
  get(url: string, request: Omit<OutboundRequest, 'visit' | 'signal'>): Promise<OutboundAnswer>;
  isOver(): boolean;
}

interface Options {
  outbound: Outbound;
  /** Aborts when the person has left. */
  left: AbortSignal;
  onStep(sentence: string): void;
}

export function beginLook({ outbound, left, onStep }: Options): Look {
  const visit = beginVisit();
  const signal = AbortSignal.any([left, AbortSignal.timeout(lookMs)]);

  async function once(url: string, request: OutboundRequest): Promise<OutboundAnswer> {
    try {
      return await outbound.get(url, { ...request, visit, signal });
    } catch (error) {
      if (left.aborted) throw new ClientLeft();
      throw error;
    }
  }

  return {
    signal,
    onStep,
    problems: [],
    isOver: () => signal.aborted,
    async get(url, request) {
      const until = performance.now() + waitMs;
      for (;;) {
        try {
          return await once(url, request);
        } catch (error) {
          const isBusy = error instanceof OutboundRefusal && error.reason === 'busy';
          if (!isBusy || signal.aborted || performance.now() > until) throw error;
        }
        await sleep(againMs, undefined, { signal }).catch(() => undefined);
        if (left.aborted) throw new ClientLeft();
      }
    },
  };
}

/** Runs `work`; a refusal becomes a problem of the look. @returns null where it was refused */
export async function attemptIn<Result>(
  { problems }: Look,
  work: () => Promise<Result>,
  sentence: (refusal: OutboundRefusal) => string = ({ message }) => message,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error;
    problems.push(sentence(error));
    return null;
  }
}
