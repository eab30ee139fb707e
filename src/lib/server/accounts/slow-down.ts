// Slows down password guessing without locking anybody out. Threats: guessing from many addresses or at many accounts,
// and guessing in order to keep the owner out. So tries are counted for each line (an IPv4 address or a /56), a refused
// try does not prolong the wait, and no wait exceeds 30 s. Known gaps: every network keeps one try each 30 s, so 1,000
// networks have 33 tries a second at one account; and people behind one IPv4 address share its pace until each has
// logged in once, when a cookie tells their devices apart.
import { householdOf, widestNetworkOf } from '../platform/security/client.ts';
import type { Counter, Tally } from '../platform/quotas/rate-limit.ts';
import type { AccountsContext, Client } from './context.ts';
import { pace } from './limits.ts';

interface Guess {
  /** 'login' for a login; 'password' where a logged-in account confirms its password; 'factor' for a second factor. */
  kind: 'login' | 'password' | 'factor';
  /** `emailKey` of a login's address, whether it has an account or not; or the account's id. */
  account: string;
  /** Mark of a known device or line. */
  known: string | null;
}

/** Settles a counted try. Without either call it counts as wrong. */
export interface Try {
  /** The password was right: forgets the tries of this line. */
  right(): Promise<void>;
  /** Uncounts this try. */
  takeBack(): Promise<void>;
  /** Runs the comparison; takes the try back if it throws, because nothing was compared then. */
  during<Result>(compare: () => Promise<Result>): Promise<Result>;
}

const none: Tally = { tries: 0, lastAt: 0 };

/** Counts a try. @throws AppError 429 with at most 30 seconds, also where the account does not exist */
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
    const isAttacked = ofAccount.tries >= pace.attackedAt;
    const waits = [waitFor(ofOwn, isAttacked ? pace.attackedOwn : pace.own), waitFor(ofAnyLine, pace.ownAny)];
    // A line with few tries does not wait for its neighbours.
    if (ofOwn.tries >= (isAttacked ? pace.attackedOwn : pace.unheld))
      waits.push(waitFor(ofNetwork, pace.network));
    if (ofAnyLine.tries >= pace.unheldAny) waits.push(waitFor(ofAnyNetwork, pace.networkAny));
    return Math.max(0, ...waits);
  });
  const takeBack = () => limiter.settle({ giveBack: [own, ...others], forget: [] });
  return {
    right: () => limiter.settle({ giveBack: others, forget: [own] }),
    takeBack,
    async during(compare) {
      try {
        return await compare();
      } catch (error) {
        await takeBack();
        throw error;
      }
    },
  };
}
