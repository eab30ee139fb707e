// Asks the server whether another app has a name, so that nobody uploads pictures in vain. The server checks the name
// again when the app is sent.
import { atom } from 'nanostores';
import { limits } from '../../shared/schemas/limits.ts';
import { nameKey } from '../../shared/text/text.ts';
import { appsApi } from '../api/apps-api.ts';

/** 'unknown' if there was no answer. */
export type NameAnswer = 'free' | 'taken' | 'unknown';

/** Milliseconds that a person who wants to continue waits for an answer. */
const patienceMs = 4_000;

/** Key of the name that is known to be taken; '' for none. */
export const $takenName = atom('');

let last: { key: string; answer: Promise<NameAnswer> } | null = null;

export function noteTaken(name: string): void {
  $takenName.set(nameKey(name));
}

/** Asks the server. */
export function askForName(name: string): Promise<NameAnswer> {
  const key = nameKey(name);
  if (key === '' || Array.from(key).length > limits.appName) return Promise.resolve('unknown');
  const asked = { key, answer: ask(key) };
  last = asked;
  return asked.answer;
}

async function ask(key: string): Promise<NameAnswer> {
  const result = await appsApi.exists(key);
  if (result.kind !== 'ok') {
    // Without an answer the next call asks again.
    if (last?.key === key) last = null;
    return 'unknown';
  }
  if (result.data.exists) $takenName.set(key);
  else if ($takenName.get() === key) $takenName.set('');
  return result.data.exists ? 'taken' : 'free';
}

/** For a person who wants to continue: uses the last answer for this name, or the request that is still running. */
export async function answerInTime(name: string): Promise<NameAnswer> {
  return await inTime(last?.key === nameKey(name) ? last.answer : askForName(name));
}

/** For an app that is about to be sent: asks again, because the draft may be days old. */
export async function askInTime(name: string): Promise<NameAnswer> {
  return await inTime(askForName(name));
}

async function inTime(answer: Promise<NameAnswer>): Promise<NameAnswer> {
  const tooLate = new Promise<NameAnswer>((resolve) => setTimeout(resolve, patienceMs, 'unknown'));
  return await Promise.race([answer, tooLate]);
}
