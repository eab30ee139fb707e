// Words that imitators put around a name.

/** `plain` words say nothing of what it is; `trade` words name a service that the brand could offer. */
export type AffixKind = 'plain' | 'trade';

const words: Record<AffixKind, string> = {
  plain: `app apps application ng naija nigeria nigerian nig 9ja official officially hq africa african mobile online web
    website site portal page the my get use try go real original genuine verified new pro plus lite premium vip support
    help helpdesk helpline care customer service services team admin desk inc ltd limited plc com co org net io login
    signin signup dashboard global international intl world live android ios pwa beta version edition download update
    update for of and in by`,
  trade: `bank banking microfinance mfb pay payment payments wallet money cash card cards loan loans credit save saving
    savings invest investment investments crypto pos agent agents business merchant merchants ussd transfer transfers
    finance financial fintech exchange store shop market promo giveaway bonus grant grants empowerment rewards airtime
    data sms telecom telecoms network group holdings technologies tech insurance registration recruitment jobs job
    delivery logistics rider riders driver drivers ride rides secret secrets verify verification confirm confirmation
    otp pin password passcode bvn nin kyc unlock recover recovery reset security secure alert alerts prize reward claim
    claims refund refunds gift gifts upgrade activate activation authenticator account accounts balance cashback
    compensation palliative authentication validate validation auth token tokens winner winners earn earnings`,
};

/** Words that are also written together with a name. */
const together: Record<AffixKind, { start: string; end: string }> = {
  plain: {
    start: 'my get the official',
    end: 'app apps ng naija nigeria nigerian official hq africa mobile online support login com comng web pro plus',
  },
  trade: {
    start: '',
    end: `bank banking mfb microfinance pay wallet money cash card cards loan loans investment business finance ussd
      secret verify bonus`,
  },
};

const digits: Record<string, string> = {
  '0': 'o', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g',
}; // prettier-ignore

/** Digits are read as letters. */
export const fold = (word: string): string =>
  word.replace(/[\p{M}\p{Co}]/gu, '').replace(/[0-9]/g, (digit) => digits[digit] ?? digit);

/** i, l and 1 are one. */
export const withoutI = (folded: string): string => folded.replace(/[i1]/g, 'l');

const readWord = (word: string): string => withoutI(fold(word));
const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Folded words of each kind; the trade ones include the plain ones. */
const sets: Record<AffixKind, Set<string>> = {
  plain: new Set(split(words.plain).map(readWord)),
  trade: new Set([...split(words.plain), ...split(words.trade)].map(readWord)),
};

export const isAffix = (kind: AffixKind, word: string): boolean => sets[kind].has(readWord(word));

/** Folded words that are looked for at the ends of a name, and how many letters have to be left of it. */
export const gluedAffixes = (['plain', 'trade'] as const).flatMap((kind) =>
  (['start', 'end'] as const).flatMap((side) =>
    // Short words end or begin many others.
    split(together[kind][side]).map((word) => ({
      text: readWord(word),
      kind,
      side,
      rest: word.length >= 4 ? 3 : 4,
    })),
  ),
);
