import { inject } from 'vitest';

let url: Promise<string> | undefined;

async function ask(): Promise<string> {
  const answer = await fetch(inject('postgresStarter'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Returns the address of the run's PostgreSQL without a database. The first call of a run starts it. */
export function postgresUrl(): Promise<string> {
  url ??= ask();
  return url;
}
