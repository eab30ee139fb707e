// Calls of the desk. Each asks for a second factor where the API wants one. The server checks what is sent.
import { atom } from 'nanostores';
import { callApi, type ApiResult } from './api.ts';

/** Counts the changes of this page and those that it has met. After each one the page fetches again what it shows. */
export const $deskChanges = atom(0);
export const noteChange = (): void => $deskChanges.set($deskChanges.get() + 1);

/** @param path below /desk/: 'cases/' */
export async function callDesk<Data>(method: Parameters<typeof callApi>[0], path: string, json?: object) {
  const result = await withFactor(() => callApi<Data>(method, `/desk/${path}`, json && { json }));
  const isChange = method !== 'GET' && !path.endsWith('preview/');
  // With 409 somebody else was faster.
  if (result.kind === 'ok' ? isChange : result.kind === 'error' && result.status === 409) noteChange();
  return result;
}

export const getDesk = <Data>(path: string) => callDesk<Data>('GET', path);
export const postDesk = <Data>(path: string, json?: object) => callDesk<Data>('POST', path, json);

// A second factor: where the API wants one first, or a newer proof of it, a dialog asks for it and the request is sent
// again, so that nothing that was typed is lost.

interface AskedFactor {
  /** 'second_factor': this session has none, or it is over. 'fresh_factor': the last one is too old for this. */
  wanted: 'second_factor' | 'fresh_factor';
  reason: string;
}

/** What the dialog asks for, one dialog for however many requests, which wait for its end. */
export const $askedFactor = atom<AskedFactor | null>(null);
let waiting: ((isProved: boolean) => void)[] = [];

export function settleFactor(isProved: boolean): void {
  for (const settle of waiting) settle(isProved);
  waiting = [];
  $askedFactor.set(null);
}

/** @returns the API error if the person closes the dialog */
async function withFactor<Data>(send: () => Promise<ApiResult<Data>>): Promise<ApiResult<Data>> {
  const result = await send();
  if (result.kind !== 'error' || result.status !== 403) return result;
  const { code: wanted, error: reason } = result;
  if (wanted !== 'second_factor' && wanted !== 'fresh_factor') return result;
  if (!$askedFactor.get()) $askedFactor.set({ wanted, reason });
  const isProved = await new Promise<boolean>((resolve) => waiting.push(resolve));
  return isProved ? await send() : result;
}
