import { statusOf } from '../lib/shared/failures.ts';

type Attempt<Value> = { value: Value; status: 200 } | { value: null; status: number };

/** Reads what a page shows. A page whose list cannot be read still stands, says so, and answers with `status`. */
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
