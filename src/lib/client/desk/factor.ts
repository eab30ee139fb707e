// A second factor for the desk. Where the API wants one first, or a newer proof of it, a dialog asks for it and the
// request is sent again, so that nothing that was typed is lost.
import { atom } from 'nanostores';
import type { ApiResult } from '../api/api.ts';

/** 'second_factor': this session has none, or it is over. 'fresh_factor': the last one is too old for this. */
type WantedFactor = 'second_factor' | 'fresh_factor';

interface AskedFactor {
  wanted: WantedFactor;
  /** The server's own sentence. */
  reason: string;
  answer: Promise<boolean>;
  settle: (isProved: boolean) => void;
}

/** What the dialog asks for, one dialog for however many requests. */
export const $askedFactor = atom<AskedFactor | null>(null);

export function settleFactor(isProved: boolean): void {
  $askedFactor.get()?.settle(isProved);
  $askedFactor.set(null);
}

/** @returns the API error if the person closes the dialog */
export async function withFactor<Data>(send: () => Promise<ApiResult<Data>>): Promise<ApiResult<Data>> {
  const result = await send();
  if (result.kind !== 'refused' || result.status !== 403) return result;
  const { code: wanted, error: reason } = result;
  if (wanted !== 'second_factor' && wanted !== 'fresh_factor') return result;
  if (!$askedFactor.get()) {
    let settle: (isProved: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    $askedFactor.set({ wanted, reason, answer, settle });
  }
  return (await $askedFactor.get()?.answer) ? await send() : result;
}
