import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createLogger, type RequestEntry } from './log.ts';

function capture(level: string, worker?: number) {
  let text = '';
  const log = createLogger(level, {
    ...(worker !== undefined && { worker }),
    sink: { write: (lines) => void (text += lines.toString()), flush: () => undefined },
  });
  const lines = () => {
    log.flush();
    return text
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  };
  return { log, lines, written: () => text };
}

const entry: RequestEntry = {
  id: 'a-1',
  method: 'GET',
  target: '/',
  status: 200,
  ms: 0.126,
  bytes: 12,
  cache: 'hit',
};

test('writes JSON lines of the level and above', () => {
  const { log, lines } = capture('warn');
  log.debug('a');
  log.info('b');
  log.request(entry);
  log.warn('c', { n: 1 });
  log.error('d');
  expect(lines()).toMatchObject([
    { level: 'warn', msg: 'c', n: 1 },
    { level: 'error', msg: 'd' },
  ]);
  expect(Object.keys(lines()[0] ?? {}).slice(0, 3)).toEqual(['time', 'level', 'msg']);
});

test('silent writes nothing, an unknown level counts as info', () => {
  const silent = capture('silent');
  silent.log.fatal('a');
  silent.log.request({ ...entry, status: 500 });
  expect(silent.lines()).toEqual([]);
  const unknown = capture('loud');
  unknown.log.debug('a');
  unknown.log.info('b');
  expect(unknown.lines()).toMatchObject([{ msg: 'b' }]);
});

test('a warning does not wait for company', () => {
  const { log, written } = capture('info');
  log.info('a');
  expect(written()).toBe('');
  log.warn('b');
  expect(written().split('\n')).toHaveLength(3);
});

describe('a request line', () => {
  test('has what happened, without the query', () => {
    const { log, lines } = capture('info');
    log.request({ ...entry, target: '/set-password?code=ABC' });
    expect(lines()).toMatchObject([
      {
        level: 'info',
        msg: 'request',
        id: 'a-1',
        method: 'GET',
        path: '/set-password',
        status: 200,
        ms: 0.13,
        bytes: 12,
        cache: 'hit',
      },
    ]);
  });

  test('is JSON whatever the path holds', () => {
    const { log, lines } = capture('info');
    log.request({ ...entry, target: '/a"b\\c\u2028', aborted: true });
    expect(lines()).toMatchObject([{ path: '/a"b\\c\u2028', aborted: true }]);
  });

  test('is an error from 500 on, and a detail for a health check', () => {
    const { log, lines } = capture('debug');
    log.request({ ...entry, status: 500 });
    log.request({ ...entry, status: 503 }, true);
    expect(lines().map(({ level }) => level)).toEqual(['error', 'debug']);
  });
});

describe('the line of an answer from memory', () => {
  const { method, status, bytes } = entry;
  const rest = { method, target: entry.target, status, bytes };

  test.each([
    [0, 0],
    [7, 0.004],
    [10, 0.126],
    [999, 9.999],
    [123_456_789, 1_234.5],
    [Number.MAX_SAFE_INTEGER, 1e9],
  ])('is the one of any request: number %d, %d ms', (number, took) => {
    for (const worker of [undefined, 4242]) {
      const { log, lines } = capture('info', worker);
      const target = '/a"b\\c\u2028?code=ABC';
      const line = log.prepareHit({ ...rest, idPrefix: 'a-', target });
      if (line) log.hit(line, number, performance.now() - took);
      log.request({ ...rest, id: `a-${number}`, ms: took, cache: 'hit', target });
      const [hit, any] = lines();
      expect({ ...hit, time: '', ms: 0 }).toEqual({ ...any, time: '', ms: 0 });
      expect(Math.abs(Date.parse(String(hit?.time)) - Date.parse(String(any?.time)))).toBeLessThan(1_000);
      expect(hit?.id).toBe(`a-${number}`);
      expect(Math.abs(Number(hit?.ms) - took)).toBeLessThan(100);
      expect(Object.keys(hit ?? {})).toEqual(Object.keys(any ?? {}));
    }
  });

  test('is left out above info', () => {
    expect(capture('warn').log.prepareHit({ ...rest, idPrefix: 'a-' })).toBeUndefined();
  });

  test('fills one batch after the other without losing any', () => {
    const { log, lines } = capture('info', 1);
    const line = log.prepareHit({ ...rest, idPrefix: 'a-' });
    for (let number = 0; line && number < 1_000; number += 1) log.hit(line, number, performance.now());
    expect(lines().map((one) => one.id)).toEqual(Array.from({ length: 1_000 }, (_, n) => `a-${n}`));
  });
});

describe('fields', () => {
  test('of errors keep what helps to find them', () => {
    const { log, lines } = capture('info');
    const error = Object.assign(new TypeError('bad', { cause: new Error('why') }), { code: 'EBAD' });
    log.error('failed', { error });
    expect(lines()).toMatchObject([
      { error: { name: 'TypeError', message: 'bad', code: 'EBAD', cause: { message: 'why' } } },
    ]);
    expect(JSON.stringify(lines())).toContain('log.test.ts');
    log.error('failed', { error: new AggregateError([error], 'some failed') });
    expect(lines().at(-1)).toMatchObject({ error: { message: 'some failed', errors: [{ code: 'EBAD' }] } });
  });

  test('that hold a secret are hidden at any depth', () => {
    const { log, written } = capture('info');
    log.warn('x', {
      headers: { Authorization: 'S3CRET', cookie: 'S3CRET' },
      body: [{ password: 'S3CRET', reset_token: 'S3CRET' }],
    });
    expect(written()).not.toContain('S3CRET');
    expect(written()).toContain('[hidden]');
  });

  test('that cannot be written do not take the process down', () => {
    const { log, lines } = capture('info');
    const circle: Record<string, unknown> = { big: 1n };
    log.info('ok', { circle: { ...circle } });
    circle.self = circle;
    log.info('x', circle);
    expect(lines()).toMatchObject([
      { msg: 'ok', circle: { big: '1' } },
      { msg: 'A log line could not be written' },
    ]);
  });
});

test('on stdout every line arrives once and in order, also when the process exits at once', () => {
  const script = `
    import { createLogger } from '${new URL('./log.ts', import.meta.url).href}';
    const log = createLogger('info');
    for (let n = 0; n < 20000; n++) log.info('line', { n });
    process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    maxBuffer: 1e8,
  });
  const numbers = stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: number }).n);
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, n) => n));
});
