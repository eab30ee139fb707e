// Whether logins and writes slow readers: the home page at a steady rate, alone, beside eight callers who log in at full
// speed, and beside twenty writes a second.
import {
  directoryOf,
  load,
  readSteadily,
  report,
  startBenched,
  times,
  writeSteadily,
  type Options,
} from './tools.ts';

const attempt = { email: 'nobody@example.com', password: 'correct horse battery' };

export async function login(options: Options): Promise<void> {
  const seconds = options.seconds * 10;
  const server = await startBenched(await directoryOf(options));
  const read = async (forSeconds = seconds) => {
    const taken = await readSteadily(server.origin, { readers: 20, perSecond: 400, seconds: forSeconds });
    return { ...times(taken), 'requests/s': taken.length / forSeconds };
  };
  const logIn = () =>
    load(`${server.origin}/api/v1/token/`, {
      isRefused: true,
      connections: 8,
      duration: seconds,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(attempt),
    });
  // The first answers of a process compile code.
  await read(options.seconds);
  const alone = await read();
  const [beside, logins] = await Promise.all([read(), logIn()]);
  const stopWrites = await writeSteadily(server, 20);
  const besideWrites = await read();
  const written = await stopWrites();
  report('login', {
    'home, alone': alone,
    'home, 8 callers log in': beside,
    [`home, ${String(written)} writes`]: besideWrites,
    logins: {
      'p50 ms': logins.latency.p50,
      'p99 ms': logins.latency.p99,
      'requests/s': logins.requests.average,
    },
  });
}
