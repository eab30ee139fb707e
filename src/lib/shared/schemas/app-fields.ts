import { enumOf, keysOf, z } from '../zod.ts';
import { visibleLine } from '../text/visible-text.ts';
import { limits } from './limits.ts';
import { line, link, someOf, text } from './texts.ts';
import { storeHosts, toLink, toStoreLink, linkNames } from '../addresses/links.ts';

/** The description of a field of an app (app-fields.ts). */
export interface AppField {
  /** Checks what a request sends. Its output is stored in the column of the field's name. */
  schema: z.ZodType<string, string>;
  label: string;
  /** The label on the form that changes it; `label` when left out. */
  updateLabel?: string;
  hint?: string;
  isRequired?: true;
  /** The label of each value of a choice. A field without options is a text. */
  options?: Record<string, string>;
  /** Several values may be chosen; they are stored joined by commas. */
  isList?: true;
  /** The label of '', for a choice that can be left open. */
  none?: string;
  /** The label of '', for a choice that a new app can leave to the server. */
  automatic?: string;
  /** The most characters of a text; the form shows how many are used. */
  max?: number;
  /** The lines of a text that has more than one. */
  rows?: number;
  /** The input's type, for a link. */
  link?: 'url' | 'text';
  placeholder?: string;
  /** A fact that lists of apps can be filtered by. */
  isFilter?: true;
}

export const platforms = { web: 'Web', mobile: 'Mobile', desktop: 'Desktop', game: 'Game' } as const;
export type Platform = keyof typeof platforms;
export const platformNames = keysOf(platforms);

export const releaseTypes = {
  IN_PLANNING: 'In planning',
  IN_DEVELOPMENT: 'In development',
  ALPHA: 'Alpha',
  BETA: 'Beta',
  LIVE: 'Live',
} as const;
export type ReleaseType = keyof typeof releaseTypes;

/** The version of a new app for which none was given. */
export const firstVersion = '0.1.0';

// Optional facts of an app: its licence and registration, and what people ask before they install it.

/** A choice that may stay open. */
const choice = <Value extends string>(labels: Record<Value, string>) =>
  z.enum(['', ...keysOf(labels)], `Choose one of ${Object.values(labels).join(', ')}.`);

/** Registers of the authorities that license lending and investing. */
const registers = {
  cbn: 'https://www.cbn.gov.ng/',
  fccpc: 'https://fccpc.gov.ng/',
  sec: 'https://sec.gov.ng/',
};

const licenceLabels = {
  cbn: 'CBN (Central Bank of Nigeria)',
  fccpc: 'FCCPC (digital lenders)',
  sec: 'SEC (Securities and Exchange Commission)',
} as const satisfies Record<keyof typeof registers, string>;

/** A fact that is one of a few values. */
const oneOf = <Value extends string>(label: string, options: Record<Value, string>) =>
  ({ schema: choice(options), label, options, none: 'Not specified', isFilter: true }) as const;

/** The label of each language is its value, too. */
const languages =
  'English Pidgin Hausa Igbo Yoruba Fulfulde Kanuri Tiv Ibibio Efik Ijaw Edo Nupe Urhobo Igala French Arabic'.split(
    ' ',
  );
const languageLabels: Record<string, string> = Object.fromEntries(languages.map((name) => [name, name]));

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
    hint: 'An app that lends or takes investments needs one; apps without one are reviewed first.',
  },
  licence_number: {
    schema: number(
      limits.licence,
      'the licence number',
      /\d.*\d/,
      'Enter the number as it appears in the register, such as FCCPC/DML/2023/114.',
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
      'Enter your CAC number as registered, such as RC 1234567.',
    ).transform((value) => value.toUpperCase()),
    label: 'CAC number',
    placeholder: 'RC 1234567',
  },
  size: {
    schema: downloadSize,
    label: 'Download size',
    placeholder: '24 MB',
  },
  works_offline: oneOf('Works offline', { yes: 'Yes', partly: 'Partly', no: 'No' }),
  needs_account: oneOf('Needs an account', { no: 'No', optional: 'Optional', yes: 'Yes' }),
  ads: oneOf('Ads', { no: 'No ads', yes: 'Has ads' }),
  price: oneOf('Price', { free: 'Free', purchases: 'Free, with purchases', paid: 'Paid' }),
  age: oneOf('Age', { all: 'All ages', '7': '7+', '12': '12+', '16': '16+', '18': '18+' }),
  languages: {
    schema: someOf(languages, limits.languages),
    label: 'Languages',
    options: languageLabels,
    none: 'Not specified',
    isList: true,
    isFilter: true,
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

/** What visitors read of an app besides its texts and links; facts that are not said are left out. */
export function factsOf(columns: FactColumns & { platform: Platform }): Fact[] {
  const number = columns.licence_number;
  const authority = columns.licence.toUpperCase();
  const isNamed = number.toUpperCase().startsWith(authority);
  const holder = columns.licence_holder === '' ? '' : `, ${columns.licence_holder}`;
  const all: (Fact | false)[] = [
    { label: 'Platform', value: platforms[columns.platform] },
    namesLicence(columns) && {
      label: 'Licence',
      value: `${isNamed ? '' : `${authority} `}${number}${holder}`,
      href: registers[columns.licence as keyof typeof registers],
    },
    columns.cac_number !== '' && {
      label: 'CAC number',
      value: columns.cac_number,
      href: 'https://search.cac.gov.ng/',
    },
    ...factFields.map((name) => {
      const { label, options }: AppField = appFacts[name];
      const parts = columns[name].split(',').map((part) => options?.[part] ?? part);
      return columns[name] !== '' && !ofRegisters.includes(name) && { label, value: parts.join(', ') };
    }),
  ];
  return all.filter((fact) => !!fact);
}

/** What authorities know of the company behind an app. */
export const ofRegisters: readonly FactName[] = ['licence', 'licence_number', 'licence_holder', 'cac_number'];

// Describes each field of an app that a person fills in, once. The column, the listing, the API's
// answers and bodies, the draft of a new app and the forms follow from here (CONTRIBUTING.md, 'How to add a field to an
// app').

/** How Markdown is written (lib/shared/text/markdown.ts). */
export const formattingHint = 'Write **bold**, - list items and [links](https://example.com).';

export const appFields = {
  description: {
    schema: line('Enter a description of your app.', limits.appDescription, 'the description'),
    label: 'Description',
    isRequired: true,
    max: limits.appDescription,
    rows: 3,
  },
  long_description: {
    schema: text(limits.appLongDescription, 'the long description'),
    label: 'Long description',
    hint: formattingHint,
    max: limits.appLongDescription,
    rows: 8,
  },
  platform: {
    schema: enumOf(platforms),
    label: 'Platform',
    options: platforms,
    automatic: 'Detect from links',
  },
  website: {
    schema: link(toLink, 'Enter a web address such as https://myapp.ng.'),
    label: 'Website',
    link: 'url',
    placeholder: 'https://myapp.ng',
  },
  external_link: {
    schema: link(toLink, 'Enter a web address such as https://myapp.ng.'),
    label: 'External link',
    updateLabel: 'Other Store',
    link: 'url',
    placeholder: 'https://',
  },
  appstore_link: {
    schema: link((value) => toStoreLink(value, storeHosts.appstore), 'Enter an address on apps.apple.com.'),
    label: 'App Store link',
    updateLabel: 'AppStore',
    link: 'text',
    placeholder: 'https://apps.apple.com/...',
  },
  playstore_link: {
    schema: link((value) => toStoreLink(value, storeHosts.playstore), 'Enter an address on play.google.com.'),
    label: 'Play Store link',
    updateLabel: 'Play Store',
    link: 'text',
    placeholder: 'https://play.google.com/...',
  },
  ...appFacts,
} satisfies Record<string, AppField>;

type Fields = typeof appFields;
export type AppFieldName = keyof Fields;
export const appFieldNames = Object.keys(appFields) as AppFieldName[];

/** The fields of an app, by the names that its row, a listing and the API have. */
export type AppColumns = { [Name in AppFieldName]: z.output<Fields[Name]['schema']> };

type SentColumns = { [Name in AppFieldName]?: AppColumns[Name] | undefined };

/** Every app has a platform; other fields that are left out become ''. */
export function columnsOf(given: SentColumns & Pick<AppColumns, 'platform'>): AppColumns {
  return Object.fromEntries(appFieldNames.map((name) => [name, given[name] ?? ''])) as AppColumns;
}

/** @returns the columns among the fields that were sent */
export function sentColumns(sent: SentColumns): Partial<AppColumns> {
  const names = appFieldNames.filter((name) => sent[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, sent[name]]));
}

/** The fields in the API's answers, whose shape is older than the platform. */
export type AnsweredField = Exclude<AppFieldName, 'platform'>;
export const answeredFields = appFieldNames.filter((name) => name !== 'platform');

export function answersOf(values: AppColumns): Pick<AppColumns, AnsweredField> {
  const answers = answeredFields.map((name) => [name, values[name]]);
  return Object.fromEntries(answers) as Pick<AppColumns, AnsweredField>;
}

/** Together with the fields that are more than a column: a name is an address as well, a version is a release's. */
export const typedFields = {
  name: {
    schema: line('Enter the name of your app.', limits.appName, 'the name'),
    label: 'App name',
    isRequired: true,
  },
  version: {
    schema: line('Enter a version.', limits.version, 'the version'),
    label: 'Version',
    hint: "This corrects the current release. To add a new one, use 'List new version'.",
  },
  release_type: {
    schema: choice(releaseTypes),
    label: 'Release type',
    options: releaseTypes,
    automatic: releaseTypes.IN_DEVELOPMENT,
  },
  ...appFields,
} satisfies Record<string, AppField>;

export type TypedFieldName = keyof typeof typedFields;

export function fieldOf(name: TypedFieldName): AppField {
  return typedFields[name];
}

/** The fields of each form, in their order. */
export const wizardFields = {
  basic: ['name', 'description'],
  links: [...linkNames, 'platform'],
  facts: ['version', 'release_type', ...factFields],
} as const satisfies Record<string, readonly TypedFieldName[]>;

export const updateForms = {
  'basic-info': ['name', 'description', 'long_description', 'version', 'platform', 'website'],
  'download-links': ['playstore_link', 'appstore_link', 'external_link'],
  facts: factFields,
} as const satisfies Record<string, readonly TypedFieldName[]>;

export type UpdateForm = keyof typeof updateForms;
