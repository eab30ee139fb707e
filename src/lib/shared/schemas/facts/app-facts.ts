// Optional facts of an app: its licence and registration, and what people ask before they install it.
import { visibleLine } from '../../text/visible-text.ts';
import { z } from '../../zod.ts';
import type { AppField } from './app-field.ts';
import { limits } from '../limits.ts';
import { text } from '../texts.ts';

/** A choice that may stay open. */
const choice = <Value extends string>(labels: Record<Value, string>) =>
  z.enum(['', ...(Object.keys(labels) as Value[])], `Choose one of ${Object.values(labels).join(', ')}.`);

/** Authorities that license lending and investing, each with the site of its register. */
export const registers = {
  cbn: { name: 'CBN', url: 'https://www.cbn.gov.ng/' },
  fccpc: { name: 'FCCPC', url: 'https://fccpc.gov.ng/' },
  sec: { name: 'SEC', url: 'https://sec.gov.ng/' },
} as const;

/** Where the Corporate Affairs Commission answers who has a number. */
export const companyRegister = 'https://search.cac.gov.ng/';

const licenceLabels = {
  cbn: 'CBN (Central Bank of Nigeria)',
  fccpc: 'FCCPC (digital lenders)',
  sec: 'SEC (Securities and Exchange Commission)',
} as const satisfies Record<keyof typeof registers, string>;

const offlineLabels = { yes: 'Yes', partly: 'Partly', no: 'No' } as const;
const accountLabels = { no: 'No', optional: 'Optional', yes: 'Yes' } as const;
const adLabels = { no: 'No ads', yes: 'Has ads' } as const;
const priceLabels = { free: 'Free', purchases: 'Free, with purchases', paid: 'Paid' } as const;
const ageLabels = { all: 'All ages', '7': '7+', '12': '12+', '16': '16+', '18': '18+' } as const;

/** The label of each language is its value, too. */
const languages = [
  'English',
  'Pidgin',
  'Hausa',
  'Igbo',
  'Yoruba',
  'Fulfulde',
  'Kanuri',
  'Tiv',
  'Ibibio',
  'Efik',
  'Ijaw',
  'Edo',
  'Nupe',
  'Urhobo',
  'Igala',
  'French',
  'Arabic',
] as const;
const languageLabels: Record<string, string> = Object.fromEntries(languages.map((name) => [name, name]));

/** Names joined by commas, in any case and order. Stored in the order of the list. */
const languageList = z
  .string()
  .transform((value, context) => {
    const asked = value
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '');
    const found = languages.filter((name) => asked.includes(name.toLowerCase()));
    if (asked.some((name) => !found.some((language) => language.toLowerCase() === name))) {
      context.addIssue({ code: 'custom', message: `Choose among ${languages.join(', ')}.` });
      return z.NEVER;
    }
    return found.join(',');
  })
  .meta({ maxLength: limits.languages });

const number = (max: number, of: string, pattern: RegExp, sentence: string) =>
  text(max, of, visibleLine).refine((value) => value === '' || pattern.test(value), sentence);

const units: Record<string, number> = { kb: 1 / 1_024, mb: 1, gb: 1_024 };

/** '24', '24MB' and '0.5 gb' become '24 MB', '24 MB' and '512 MB'. */
const downloadSize = z
  .string()
  .transform((value, context) => {
    const given = value.trim().toLowerCase();
    if (given === '') return '';
    const [, amount = '', unit = 'mb'] = /^(\d{1,5}(?:[.,]\d{1,2})?)\s*(kb|mb|gb)?$/.exec(given) ?? [];
    const size = Number(amount.replace(',', '.')) * (units[unit] ?? 1);
    if (size > 0 && size <= limits.appMegabytes)
      return `${String(size < 10 ? Math.max(0.1, Math.round(size * 10) / 10) : Math.round(size))} MB`;
    context.addIssue({ code: 'custom', message: 'Enter a size such as 24 MB.' });
    return z.NEVER;
  })
  .meta({ maxLength: 20 });

export const appFacts = {
  licence: {
    schema: choice(licenceLabels),
    label: 'Licence',
    options: licenceLabels,
    none: 'None',
    isFilter: true,
    hint: 'An app that lends or takes investments needs one; without it the app waits for us.',
  },
  licence_number: {
    schema: number(
      limits.licence,
      'the licence number',
      /\d.*\d/,
      'Enter the number as the register has it, such as FCCPC/DML/2023/114.',
    ),
    label: 'Licence number',
    placeholder: 'FCCPC/DML/2023/114',
    hint: 'Shown with a link to the register.',
  },
  licence_holder: {
    schema: text(limits.licenceHolder, 'the name on the register', visibleLine),
    label: 'Name on the register',
    placeholder: 'Example Finance Limited',
  },
  cac_number: {
    schema: number(
      limits.licence,
      'the CAC number',
      /^(?:RC|BN|IT|LP|LLP)?[ .:-]?\d{3,9}$/i,
      'Enter the number as CAC has it, such as RC 1234567.',
    ).transform((value) => value.toUpperCase()),
    label: 'CAC number',
    placeholder: 'RC 1234567',
  },
  size: {
    schema: downloadSize,
    label: 'Download size',
    placeholder: '24 MB',
    data: (value) => ({ fileSize: value }),
  },
  works_offline: {
    schema: choice(offlineLabels),
    label: 'Works offline',
    options: offlineLabels,
    none: 'Not said',
    isFilter: true,
  },
  needs_account: {
    schema: choice(accountLabels),
    label: 'Needs an account',
    options: accountLabels,
    none: 'Not said',
    isFilter: true,
  },
  ads: { schema: choice(adLabels), label: 'Ads', options: adLabels, none: 'Not said', isFilter: true },
  price: {
    schema: choice(priceLabels),
    label: 'Price',
    options: priceLabels,
    none: 'Not said',
    isFilter: true,
    data: (value) => ({ isAccessibleForFree: value !== 'paid' }),
  },
  age: { schema: choice(ageLabels), label: 'Age', options: ageLabels, none: 'Not said', isFilter: true },
  languages: {
    schema: languageList,
    label: 'Languages',
    options: languageLabels,
    none: 'Not said',
    isList: true,
    isFilter: true,
    data: (value) => ({ inLanguage: value.split(',') }),
  },
} satisfies Record<string, AppField>;

export type FactName = keyof typeof appFacts;
export const factFields = Object.keys(appFacts) as FactName[];

type FactColumns = Record<FactName, string>;

export interface Fact {
  label: string;
  value: string;
  /** Where it can be checked. */
  href?: string;
}

/** Whether the facts name a licence that can be looked up. */
export const namesLicence = ({ licence, licence_number }: Pick<FactColumns, 'licence' | 'licence_number'>) =>
  licence !== '' && licence_number !== '';

type Register = (typeof registers)[keyof typeof registers];

/** What search engines read of the facts. */
export function dataOfFacts(columns: FactColumns): Record<string, unknown> {
  const said = factFields.filter((name) => columns[name] !== '');
  const data = said.map((name) => Object.entries((appFacts[name] as AppField).data?.(columns[name]) ?? {}));
  return Object.fromEntries(data.flat());
}

/** What visitors read of the facts; those that are not said are left out. */
export function shownFacts(columns: FactColumns): Fact[] {
  const register = registers[columns.licence as keyof typeof registers] as Register | undefined;
  const number = columns.licence_number;
  const isNamed = register && number.toUpperCase().startsWith(register.name);
  const holder = columns.licence_holder === '' ? '' : `, ${columns.licence_holder}`;
  const licence =
    register && number !== ''
      ? [
          {
            label: 'Licence',
            value: `${isNamed ? '' : `${register.name} `}${number}${holder}`,
            href: register.url,
          },
        ]
      : [];
  const company =
    columns.cac_number === ''
      ? []
      : [{ label: 'CAC number', value: columns.cac_number, href: companyRegister }];
  const others = factFields.flatMap((name): Fact[] => {
    const { label, options }: AppField = appFacts[name];
    const value = columns[name];
    if (value === '' || ofRegisters.includes(name)) return [];
    const parts = value.split(',').map((part) => options?.[part] ?? part);
    return [{ label, value: parts.join(', ') }];
  });
  return [...licence, ...company, ...others];
}

/** What authorities know of the company behind an app. */
export const ofRegisters: readonly FactName[] = ['licence', 'licence_number', 'licence_holder', 'cac_number'];
