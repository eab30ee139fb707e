import type { AstroGlobal } from 'astro';
import { statusOf } from '../lib/shared/failures.ts';

type Attempt<Value> = { value: Value; status: 200 } | { value: null; status: number };

/** Reads a part of a page that the page can do without. A failure is reported, and the page shows an error instead. */
export async function attempt<Value>(
  page: App.Locals['page'],
  read: Promise<Value>,
): Promise<Attempt<Value>> {
  try {
    return { value: await read, status: 200 };
  } catch (error) {
    const status = statusOf(error);
    if (status === 503) page.report(error);
    return { value: null, status };
  }
}

/** Works as `attempt` for the main list of a page: after a failure the page also answers with its status. */
export async function attemptMain<Value>(
  { locals, response }: Pick<AstroGlobal, 'locals' | 'response'>,
  read: Promise<Value>,
): Promise<Value | null> {
  const { value, status } = await attempt(locals.page, read);
  if (status !== 200) response.status = status;
  return value;
}
