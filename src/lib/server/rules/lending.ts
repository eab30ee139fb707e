// Apps that lend or take investments need a licence in Nigeria (FCCPC's rules for digital lenders, SEC, CBN). Threat:
// loan sharks and pyramids look like any other app of the category. A licence number in a text proves nothing: it lets
// staff and visitors look the number up, and makes a false one a lie in writing.
import type { CategoryKey } from '../../shared/schemas/categories.ts';
import { fold } from '../../shared/text/text.ts';

export interface OfferTexts {
  name: string;
  description: string;
  long_description: string;
  /** Whether its facts name a licence and its number. */
  hasLicenceFact: boolean;
  /** With the keys of categories that were merged into those of the listing. */
  categories: readonly CategoryKey[];
}

/** Offers that need a licence whatever the category. */
const anywhere =
  /\b(?:(?:instant|quick|fast|online|cash|urgent|personal|salary|payday|micro|nano|collateral free|no collateral)[ -]?(?:loan|credit)s?|loans? (?:up to|of up to|without collateral|in (?:\d+|five|ten) minutes)|loan app|guaranteed (?:returns?|profits?|roi)|double your (?:money|investment)|(?:daily|weekly|monthly) (?:roi|returns?|profits?)|returns? of (?:up to )?\d|\d+ ?(?:%|percent) (?:roi|returns?|profits?|interest|weekly|daily|monthly|per annum|p\.?a\.?))/;

/** Words that offer it in an app about money. */
const aboutMoney =
  /\b(?:loans?|lend|lends|lending|lenders?|borrow|borrows|borrowing|overdrafts?|bnpl|buy now,? pay later|invest|invests|investing|investments?|investors?|roi|dividends?|mutual funds?|savings? returns?|fixed returns?|earn (?:up to )?\d|crowdfund|crowdfunding|ponzi|forex|copy trading)\b/;

const moneyCategories: readonly CategoryKey[] = ['Finance', 'Business'];

/** An authority, or the word licence, and a number near it: 'FCCPC/DML/123', 'CBN licence no. MFB 004'. */
const licence =
  /\b(?:cbn|fccpc|sec|naicom|ndic|pencom|central bank of nigeria|securities and exchange commission|federal competition and consumer protection commission|licen[cs]e|licen[cs]ed|registration)\b[^\n]{0,60}\d{2}/;

/** Whether an app offers loans or investments, and names no licence for it. */
export function needsLicence({
  categories,
  description,
  hasLicenceFact,
  long_description,
  name,
}: OfferTexts): boolean {
  const texts = fold(`${description}\n${long_description}`);
  const offer = `${fold(name)}\n${texts}`;
  const isMoney = categories.length === 0 || categories.some((one) => moneyCategories.includes(one));
  const isOffered = anywhere.test(offer) || (isMoney && aboutMoney.test(offer));
  return isOffered && !hasLicenceFact && !licence.test(texts);
}
