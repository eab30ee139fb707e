// The API with a log that a test can read.
import type { Clock } from '../../src/lib/server/platform/clock.ts';
import { createLogger, type Logger } from '../../src/lib/server/platform/log.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import type { EngineName } from './test-product.ts';

export interface LoggedApi {
  api: TestApi;
  log: Logger;
  /** The lines written so far; complete after `log.flush()`. */
  lines: string[];
}

/** The rate limits are off. */
export async function createLoggedApi(engine: EngineName, clock: Clock): Promise<LoggedApi> {
  const lines: string[] = [];
  const sink = { write: (text: string) => void lines.push(text), flush: () => undefined };
  const log = createLogger('debug', { sink });
  return { api: await createTestApi(engine, { clock, rateLimit: false, log }), log, lines };
}
