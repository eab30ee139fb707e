// Asks the server whether another app has a name, so that nobody uploads pictures in vain. The server checks the name
// again when the app is sent.
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { callApi } from '../../lib/client/api/api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { nameKey } from '../../lib/shared/text/text.ts';

/** Milliseconds between the last key and the request. */
const delayMs = 800;

/** Milliseconds that a person who wants to continue waits for an answer. */
const patienceMs = 4_000;

/** Key of the name that is known to be taken; '' for none. */
export const $takenName = atom('');

let last: { key: string; answer: Promise<boolean> } | null = null;

/** @returns whether it is taken; false without an answer */
function askForName(name: string, again: boolean): Promise<boolean> {
  const key = nameKey(name);
  if (!again && last?.key === key) return last.answer;
  if (key === '' || Array.from(key).length > limits.appName) return Promise.resolve(false);
  const path = `/app/exists/?name=${encodeURIComponent(key)}`;
  const answer = callApi<{ exists: boolean }>('GET', path).then((result) => {
    // Without an answer the next call asks again.
    if (result.kind !== 'ok') last = null;
    else if (result.data.exists) $takenName.set(key);
    else if ($takenName.get() === key) $takenName.set('');
    return result.kind === 'ok' && result.data.exists;
  });
  last = { key, answer };
  return answer;
}

/**
 * For a person who wants to continue: uses the last answer for this name, or the request that is still running.
 * @param again asks in any case, because the draft may be days old
 */
export async function isTakenInTime(name: string, again = false): Promise<boolean> {
  return await Promise.race([
    askForName(name, again),
    new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false)),
  ]);
}

/** Whether another app has this name. @param own the app's current name */
export function useNameCheck(name: string, own = ''): boolean {
  const takenName = useStore($takenName);
  const key = nameKey(name);
  const isAsked = key !== '' && key !== nameKey(own);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => void askForName(key, true), delayMs);
    return () => clearTimeout(timer);
  }, [key, isAsked]);
  return isAsked && key === takenName;
}
