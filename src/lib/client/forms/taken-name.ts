// Whether another app has a name already. The server has the last word when the app is sent; this asks it beforehand,
// so that nobody uploads pictures for nothing.
import { atom } from 'nanostores';
import { limits } from '../../shared/schemas/limits.ts';
import { nameKey } from '../../shared/text/text.ts';
import { appsApi } from '../api/apps-api.ts';

/** 'unknown' where no answer came. */
export type NameAnswer = 'free' | 'taken' | 'unknown';

/** Milliseconds that somebody who wants to go on waits for an answer. */
const patienceMs = 4_000;

/** The key of the name that is known to be taken; '' for none. */
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
    // What was not answered is asked again.
    if (last?.key === key) last = null;
    return 'unknown';
  }
  if (result.data.exists) $takenName.set(key);
  else if ($takenName.get() === key) $takenName.set('');
  return result.data.exists ? 'taken' : 'free';
}

/** For somebody who wants to go on: the answer that is there or on its way, else a new one. */
export async function answerInTime(name: string): Promise<NameAnswer> {
  return await inTime(last?.key === nameKey(name) ? last.answer : askForName(name));
}

/** For what is about to be sent: a new answer, since the name may be days old. */
export async function askInTime(name: string): Promise<NameAnswer> {
  return await inTime(askForName(name));
}

async function inTime(answer: Promise<NameAnswer>): Promise<NameAnswer> {
  const tooLate = new Promise<NameAnswer>((resolve) => setTimeout(resolve, patienceMs, 'unknown'));
  return await Promise.race([answer, tooLate]);
}
