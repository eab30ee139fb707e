import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, vi } from 'vitest';
import type { Database } from '../../src/lib/server/platform/db/database.ts';

/**
 * Sends a request and runs `interrupt` before the first write of that request, which comes after its checks. Writes of
 * others, such as the mail worker, go on as they are.
 */
export async function beforeFirstWrite<Answer>(
  db: Database,
  interrupt: (write: Database['write']) => Promise<unknown>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const inRequest = new AsyncLocalStorage<{ isInterrupted: boolean }>();
  const request = { isInterrupted: false };
  const write = db.write.bind(db);
  const spy = vi.spyOn(db, 'write').mockImplementation(async (work) => {
    if (inRequest.getStore() === request && !request.isInterrupted) {
      request.isInterrupted = true;
      await interrupt(write);
    }
    return await write(work);
  });
  try {
    const answer = await inRequest.run(request, send);
    expect(request.isInterrupted).toBe(true);
    return answer;
  } finally {
    spy.mockRestore();
  }
}
