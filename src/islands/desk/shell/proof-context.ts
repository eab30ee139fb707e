import { createContext, useContext } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';

/** 'second_factor': this login has none, or it is over. 'fresh_factor': the last one is too old for this. */
export type WantedProof = 'second_factor' | 'fresh_factor';

/**
 * Sends a request. Where the API wants a second factor first, or a newer proof of it, a dialog asks for it and the
 * request is sent again, so that nothing that was typed is lost.
 * @returns the refusal if the person closes the dialog
 */
export type Prove = <Data>(send: () => Promise<ApiResult<Data>>) => Promise<ApiResult<Data>>;

export const ProofContext = createContext<Prove>((send) => send());

export function useProof(): Prove {
  return useContext(ProofContext);
}
