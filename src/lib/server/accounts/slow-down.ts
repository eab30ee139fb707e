// Guesses of a password are slowed down, and nobody is locked out. Threat: whoever guesses, with many addresses or over
// many accounts; and whoever guesses in order to keep the owner out. So tries are counted for the line that they come
// from, no refused try makes the next one wait longer, and no wait is longer than 30 s. Known gaps: one try each 30 s
// is left to every network, so 1,000 networks have 33 tries a second at one account; and strangers behind one IPv4
// address share its pace until they have logged in once, when a cookie tells them apart.
import { householdOf, widestNetworkOf } from '../platform/security/client.ts';
import type { Counter, Tally } from '../platform/quotas/tallies.ts';
import type { AccountsContext, Client } from './context.ts';
import { pace } from './limits.ts';

interface Guess {
  /** 'login' by a mail address; 'password' by whoever is logged in. */
  kind: 'login' | 'password';
  /** The address's key, also where there is no account; or the account's id. */
  account: string;
  /** The mark of a known device or line; null where there is none. */
  known: string | null;
}

/** What is to be done with the try once it is known. */
export interface Try {
  /** It was right: those before it on this line count no longer. */
  right(): Promise<void>;
  /** It was never compared: it counts no more than if it had not been made. */
  takeBack(): Promise<void>;
}

const none: Tally = { tries: 0, lastAt: 0 };

/** @throws AppError 429 with at most 30 seconds; the same where the account does not exist */
export async function slowDown(
  { clock, limiter }: Pick<AccountsContext, 'clock' | 'limiter'>,
  { kind, account, known }: Guess,
  client: Client,
): Promise<Try> {
  const counter = (name: string, subject: string): Counter => ({ name: `${kind}-${name}`, subject });
  const waitFor = ({ tries, lastAt }: Tally, free: number): number => {
    if (tries < free) return 0;
    const seconds = Math.min(pace.longestSeconds, 2 ** Math.min(tries - free, 10));
    return (lastAt + seconds * 1000 - clock()) / 1000;
  };

  const line = householdOf(client);
  const network = widestNetworkOf(client);
  const own =
    known === null ? counter('line', `${account} ${line}`) : counter('known', `${account} ${known}`);
  const others =
    known === null
      ? [
          counter('network', `${account} ${network}`),
          counter('account', account),
          counter('any-line', line),
          counter('any-network', network),
        ]
      : [];

  await limiter.attempt([own, ...others], ([ofOwn = none, ofNetwork, ofAccount, ofAnyLine, ofAnyNetwork]) => {
    if (!ofNetwork || !ofAccount || !ofAnyLine || !ofAnyNetwork) return waitFor(ofOwn, pace.own);
    const isPressed = ofAccount.tries >= pace.pressedAt;
    const waits = [waitFor(ofOwn, isPressed ? pace.pressedOwn : pace.own), waitFor(ofAnyLine, pace.ownAny)];
    // A line that has hardly tried does not wait for its neighbours.
    if (ofOwn.tries >= (isPressed ? pace.pressedOwn : pace.unheld))
      waits.push(waitFor(ofNetwork, pace.network));
    if (ofAnyLine.tries >= pace.unheldAny) waits.push(waitFor(ofAnyNetwork, pace.networkAny));
    return Math.max(0, ...waits);
  });
  return {
    right: () => limiter.settle({ giveBack: others, forget: [own] }),
    takeBack: () => limiter.settle({ giveBack: [own, ...others], forget: [] }),
  };
}
