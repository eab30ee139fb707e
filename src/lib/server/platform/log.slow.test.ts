import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createLogger, type RequestEntry } from './log.ts';

function capture(level: string) {
  let text = '';
  const log = createLogger(level, {
    sink: { write: (lines) => void (text += lines), flush: () => undefined },
  });
  const lines = () => {
    log.flush();
    return text
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  };
  return { log, lines };
}

const entry: RequestEntry = {
  route: '/app/[nameId]',
  id: 'a-1',
  method: 'GET',
  path: '/',
  status: 200,
  ms: 0.126,
  bytes: 12,
  cache: 'miss',
};

test('Writes JSON lines of its level and above', () => {
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
});

test('Names level, time and message of each line', () => {
  const { log, lines } = capture('info');
  const before = Date.now();
  log.info('Listening', { port: 80 });
  const [line] = lines();
  expect(line).toEqual({ level: 'info', time: line?.['time'], port: 80, msg: 'Listening' });
  expect(new Date(String(line?.['time'])).toISOString()).toBe(line?.['time']);
  expect(Date.parse(String(line?.['time']))).toBeGreaterThanOrEqual(before);
});

test('Writes nothing when silent, and treats an unknown level as info', () => {
  const silent = capture('silent');
  silent.log.fatal('a');
  silent.log.request({ ...entry, status: 500 });
  expect(silent.lines()).toEqual([]);
  const unknown = capture('loud');
  unknown.log.debug('a');
  unknown.log.info('b');
  expect(unknown.lines()).toMatchObject([{ msg: 'b' }]);
});

test('Writes control characters that JSON allows as escapes, so that a terminal does not act on them', () => {
  let text = '';
  const log = createLogger('info', { sink: { write: (line) => void (text += line) } });
  const typed = 'a\u009b31m\u0085\u007f\u2028\u202e';
  log.request({ ...entry, path: `/${typed}` });
  log.warn(typed, { error: new Error(`SMTP: 550 ${typed}`) });
  expect(text).not.toMatch(/[\u007f-\u009f\u2028-\u202e]/);
  const [first, second] = text.trim().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ path: `/${typed}` });
  expect(JSON.parse(second ?? '')).toMatchObject({ msg: typed, error: { message: `SMTP: 550 ${typed}` } });
});

describe('The line of a request', () => {
  test('Has the fields that operators search by', () => {
    const { log, lines } = capture('info');
    log.request({ ...entry, path: '/set-password' });
    const [line] = lines();
    expect(line).toEqual({
      level: 'info',
      time: line?.['time'],
      method: 'GET',
      path: '/set-password',
      route: '/app/[nameId]',
      status: 200,
      bytes: 12,
      cache: 'miss',
      id: 'a-1',
      ms: 0.13,
      msg: 'request',
    });
  });

  test('Writes valid JSON for a path with quotes, backslashes and line separators', () => {
    const { log, lines } = capture('info');
    log.request({ ...entry, path: '/a"b\\c\u2028\n', aborted: true });
    expect(lines()).toMatchObject([{ path: '/a"b\\c\u2028\n', aborted: true }]);
  });

  test.each<[string, Partial<RequestEntry>, boolean]>([
    ['info', {}, false],
    ['info', { cache: 'none', status: 404 }, false],
    ['info', { status: 503 }, false],
    ['info', { status: 501 }, false],
    ['error', { status: 500 }, false],
    ['debug', { status: 500 }, true],
    ['debug', { cache: 'hit' }, false],
    ['debug', { cache: 'hit', status: 304 }, false],
  ])('Logs a request at %s for %j', (level, what, quiet) => {
    const { log, lines } = capture('debug');
    log.request({ ...entry, ...what }, quiet);
    expect(lines()).toMatchObject([{ level, msg: 'request' }]);
  });

  test('Leaves out the line of a cached answer at info', () => {
    const { log, lines } = capture('info');
    log.request({ ...entry, cache: 'hit' });
    expect(lines()).toEqual([]);
  });
});

describe('On stdout', () => {
  const create = `import { createLogger } from '${new URL('./log.ts', import.meta.url).href}';
    const log = createLogger('info');`;
  const node = ['--input-type=module', '--eval'];

  test.each([
    ['exits at once', 'process.exit(0);'],
    ['runs to its end', ''],
    ['throws', "throw new Error('a fault');"],
    ['is told to flush and ends hard', "log.flush(); process.kill(process.pid, 'SIGKILL');"],
  ])('Every line arrives once and in order when the process %s', (_, end) => {
    const script = `${create} for (let n = 0; n < 20000; n++) log.info('line', { n }); ${end}`;
    const { stdout } = spawnSync(process.execPath, [...node, script], { maxBuffer: 1e8 });
    const numbers = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { n: number }).n);
    expect(numbers).toEqual(Array.from({ length: 20_000 }, (_none, n) => n));
  });

  test('A line at info does not wait for others longer than a moment', async () => {
    const child = spawn(process.execPath, [
      ...node,
      `${create} log.info('alone'); setInterval(() => {}, 1000);`,
    ]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill();
    expect(JSON.parse(line.toString())).toMatchObject({ msg: 'alone' });
  });

  test('A stuck reader does not block the process', async () => {
    const script = `${create}
      const text = 'nobody reads it. '.repeat(100);
      for (let n = 0; n < 20000; n++) log.info('line', { n, text });
      setTimeout(() => { process.stderr.write('still here'); process.kill(process.pid, 'SIGKILL'); }, 10);`;
    const child = spawn(process.execPath, [...node, script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    expect(said.toString()).toBe('still here');
  });

  test('A closed reader does not end the process', async () => {
    const script = `${create}
      setInterval(() => log.warn('to nobody'), 1);
      setTimeout(() => { process.stderr.write('still here'); process.exit(0); }, 300);`;
    const child = spawn(process.execPath, [...node, script], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toMatch(/^The log cannot be written: EPIPE.*\nstill here$/);
    expect(child.exitCode).toBe(0);
  });
});
