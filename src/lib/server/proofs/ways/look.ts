// Requests of checks: refusals of platform/outbound become refusals of the proof.
import {
  OutboundRefusal,
  type Outbound,
  type OutboundAnswer,
  type OutboundRequest,
} from '../../platform/outbound/outbound.ts';
import { ProofRefusal } from './proof-refusal.ts';

/** Reasons that are ours and say nothing about the other site. */
const ours = new Set(['off', 'busy']);
/** Reasons that may pass in a moment, and that the other site may also cause for good. */
const unsure = new Set(['names-unavailable']);

async function asProof<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error;
    const isOurs = ours.has(error.reason);
    const isPassing = isOurs || unsure.has(error.reason);
    throw new ProofRefusal(error.message, { cause: error, isPassing, isOurs });
  }
}

/** @throws ProofRefusal */
export const lookAt = (outbound: Outbound, url: string, request: OutboundRequest): Promise<OutboundAnswer> =>
  asProof(outbound.get(url, request));

/** @throws ProofRefusal */
export const textsOf = (outbound: Outbound, name: string): Promise<string[]> => asProof(outbound.texts(name));
