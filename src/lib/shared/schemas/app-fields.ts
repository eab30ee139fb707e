// Describes each field of an app that a person fills in, once. The column, the listing, the API's
// answers and bodies, the draft of a new app and the forms follow from here (CONTRIBUTING.md, 'How to add a field to an
// app').
import { storeHosts, toLink, toStoreLink } from '../addresses/links.ts';
import { messages } from '../text/messages.ts';
import { z } from '../zod.ts';
import type { AppField } from './facts/app-field.ts';
import { appFacts, factFields, shownFacts, type Fact } from './facts/app-facts.ts';
import { limits } from './limits.ts';
import { platformLabels, platforms } from './platforms.ts';
import { line, link, text } from './texts.ts';

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
    max: limits.appLongDescription,
    rows: 8,
  },
  platform: {
    schema: z.enum(platforms),
    isUnanswered: true,
    label: 'Platform',
    options: platformLabels,
    automatic: 'What the links say',
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

/** The fields by the names of their columns, which the API uses as well. */
export type AppColumns = { [Name in AppFieldName]: z.output<Fields[Name]['schema']> };

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The fields by the names of a listing: `long_description` is `longDescription` there. */
export type AppValues = { [Name in AppFieldName as Camel<Name>]: AppColumns[Name] };

/** Names of a column and of the field of a listing. Computed once, because lists map many rows. */
const names = appFieldNames.map((column) => ({
  column,
  field: column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
}));

/** Every app has a platform; other fields that are left out become ''. */
type Given<Whole extends { platform: unknown }> = Pick<Whole, 'platform'> & {
  [Name in keyof Whole]?: Whole[Name] | undefined;
};

export function valuesOfColumns(columns: Given<AppColumns>): AppValues {
  return Object.fromEntries(names.map(({ column, field }) => [field, columns[column] ?? ''])) as AppValues;
}

export function columnsOfValues(values: Given<AppValues>): AppColumns {
  const given: Record<string, string | undefined> = values;
  return Object.fromEntries(names.map(({ column, field }) => [column, given[field] ?? ''])) as AppColumns;
}

/** @returns the columns among the fields that were sent */
export function sentColumns(sent: {
  [Name in AppFieldName]?: AppColumns[Name] | undefined;
}): Partial<AppColumns> {
  const names = appFieldNames.filter((name) => sent[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, sent[name]]));
}

/** The fields in the API's answers. */
export type AnsweredField = {
  [Name in AppFieldName]: Fields[Name] extends { isUnanswered: true } ? never : Name;
}[AppFieldName];

export const answeredFields = appFieldNames.filter(
  (name): name is AnsweredField => !('isUnanswered' in appFields[name]),
);

export function answersOf(values: AppValues): Pick<AppColumns, AnsweredField> {
  const columns = columnsOfValues(values);
  return Object.fromEntries(answeredFields.map((name) => [name, columns[name]])) as Pick<
    AppColumns,
    AnsweredField
  >;
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
    hint: messages.appForms.versionHint,
  },
  ...appFields,
} satisfies Record<string, AppField>;

export type TypedFieldName = keyof typeof typedFields;

export function fieldOf(name: TypedFieldName): AppField {
  return typedFields[name];
}

export const linkNames = ['website', 'external_link', 'appstore_link', 'playstore_link'] as const;

/** The fields of each form, in their order. */
export const wizardFields = {
  basic: ['name', 'description'],
  links: [...linkNames, 'platform'],
  facts: factFields,
} as const satisfies Record<string, readonly TypedFieldName[]>;

export const updateForms = {
  'basic-info': ['name', 'description', 'long_description', 'version', 'platform', 'website'],
  'download-links': ['playstore_link', 'appstore_link', 'external_link'],
  facts: factFields,
} as const satisfies Record<string, readonly TypedFieldName[]>;

/** The fields in the list of facts on the app's page, besides those of app-facts.ts. */
const factNames = ['platform'] as const satisfies readonly AppFieldName[];

export function factsOf(values: AppValues): Fact[] {
  const columns = columnsOfValues(values);
  const plain = factNames.flatMap((name) => {
    const { label, options } = fieldOf(name);
    const value: string = columns[name];
    return value ? [{ label, value: options?.[value] ?? value }] : [];
  });
  return [...plain, ...shownFacts(columns)];
}

export type UpdateForm = keyof typeof updateForms;
