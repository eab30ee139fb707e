import { appCode as codeAt } from '../harness/people.ts';

export { SoftPasskey } from '../harness/passkey.ts';

/** The code that an authenticator app with this secret shows. @param steps later than now, in steps of 30 s */
export const appCode = (secret: string, now: number, steps = 0): string =>
  codeAt(secret, now + steps * 30_000);
