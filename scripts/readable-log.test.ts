import { expect, test } from 'vitest';
import { createLogger } from '../src/lib/server/platform/log.ts';
import { readableLine } from './readable-log.ts';

test('Formats a log line as time, level, message, fields and the stack of its error', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(readableLine(line)) });
  log.info('Listening', { port: 4321, host: '127.0.0.1' });
  log.warn('A mail could not be sent yet', { tries: 2, error: new Error('no answer') });
  const [first, second] = lines;
  expect(first).toMatch(/^\d\d:\d\d:\d\d info Listening port=4321 host="127\.0\.0\.1"\n$/);
  expect(second).toMatch(
    /^\d\d:\d\d:\d\d warn A mail could not be sent yet tries=2\nError: no answer\n +at .+\n/,
  );
});
