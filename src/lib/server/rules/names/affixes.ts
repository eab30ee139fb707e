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

const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

type Fold = (text: string) => string;

let sets: Record<AffixKind, Set<string>> | undefined;

/** Folded words of this kind; the trade ones include the plain ones. */
export function affixesOf(kind: AffixKind, fold: Fold): Set<string> {
  sets ??= {
    plain: new Set(split(words.plain).map(fold)),
    trade: new Set([...split(words.plain), ...split(words.trade)].map(fold)),
  };
  return sets[kind];
}

export interface GluedAffix {
  text: string;
  kind: AffixKind;
  side: 'start' | 'end';
  /** How many letters have to be left: short words end or begin many others. */
  rest: number;
}

let glued: GluedAffix[] | undefined;

/** Folded words that are looked for at the ends of a name. */
export function gluedAffixes(fold: Fold): GluedAffix[] {
  glued ??= (['plain', 'trade'] as const).flatMap((kind) =>
    (['start', 'end'] as const).flatMap((side) =>
      split(together[kind][side]).map((word) => {
        const text = fold(word);
        return { text, kind, side, rest: word.length >= 4 ? 3 : 4 };
      }),
    ),
  );
  return glued;
}
