// A person who changes an app at a steady rate.
import { createApp } from '../../tests/support/fresh-everywhere.ts';
import { connect } from '../../tests/support/connection.ts';
import { signUpRemotely } from '../../tests/support/remote-person.ts';

/** Needs RATE_LIMIT=off. @returns a function that stops the writes and returns how many succeeded and were refused */
export async function writeSteadily(
  origin: string,
  dataDir: string,
  perSecond: number,
): Promise<() => Promise<{ written: number; refused: number }>> {
  const access = await signUpRemotely(origin, dataDir);
  const connection = connect(origin);
  const name = `Bench ${Date.now().toString(36)}`;
  const appId = await createApp(connection, access, name);
  const tally = { written: 0, refused: 0 };
  const underWay = new Set<Promise<void>>();
  let version = 0;
  const timer = setInterval(() => {
    version += 1;
    const description = `Version ${version}.`;
    const write = connection
      .send('PATCH', `/api/v1/app/${appId}/`, { description }, access)
      .then(({ status }) => {
        if (status === 200) tally.written += 1;
        else tally.refused += 1;
      });
    underWay.add(write);
    void write.finally(() => underWay.delete(write));
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    connection.close();
    return tally;
  };
}
