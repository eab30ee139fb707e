// Examples of bodies and answers in the description. They follow from the schemas: each field has the value of its name
// here, or the first that its schema allows. So a new field has an example that is valid without a line of its own.
import { brand } from '../../../shared/page/brand.ts';

const site = 'https://apps.example.ng';
const ada = '019a2b6e-7c00-7000-8000-00000000a0da';
const app = '019a4f10-3c00-7000-8000-0000000ba11e';
const created = '2026-11-02T08:30:00.000Z';
const checked = '2026-11-21T08:30:00.000Z';
const removed = 'It asks for a fee before a loan that never comes.';
const token = 'nbf_9sVJ2mH0qK7c4bT1xY8wE5rU3iO6pL0aSdFgHjKzXcV';
const proofToken = 'naijabuilt-4f1c9b2e4f1c9b2e4f1c9b2e4f1c9b2e';

/** What stands for a person: schemas, and fields. */
const people = [
  ...['DeskAccount', 'DeskAccountDetail', 'DeskStaff', 'Owner', 'OwnUser', 'ResendCode', 'SignupAnswer'],
  ...['User', 'VerifyAccount', 'account', 'owner'],
];

/**
 * Values by the name of their field. Where a name stands for several things, the schema or the field that it is in
 * comes before it. Optional fields are in an example where they are here.
 */
const values: Record<string, unknown> = {
  ...Object.fromEntries(
    people.flatMap((of) => [
      [`${of}.id`, ada],
      [`${of}.name`, 'Ada Obi'],
    ]),
  ),
  about: 'app:market-prices',
  about_me: 'Builds tools for markets.',
  access: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoi.c2lnbmF0dXJl',
  account: ada,
  action: 'remove',
  address: 'Yaba, Lagos',
  allowed: [ada],
  app,
  app_id: app,
  app_limit: 800,
  app_mail: 'never',
  apps: [app],
  body: 'Please **remove** the fee.',
  build: 'd81e563',
  bulk_number: null,
  by_action: { remove: 1 },
  by_kind: { report: 1 },
  by_policy: { impersonation: 1 },
  by_reason: { impersonation: 1 },
  by_source: { staff: 1 },
  case: null,
  case_number: '20261121-K7Q2',
  category: 'Business,Food & Drink',
  code: 'K7M4QX2P',
  confirm_password: 'four-plain-words-2026',
  contact_email: 'hello@apps.example.ng',
  country: brand.country,
  country_code: 'NG',
  created_by: ada,
  current_password: 'four-plain-words-2026',
  data: 'iVBORw0KGgo=',
  day: '2026-11-02',
  dead_since: null,
  decision_number: '20261002-P3XH',
  default_email: 'hello@apps.example.ng',
  description: 'What food costs in the markets of Lagos today.',
  device: 'Chrome on Android',
  discontinued_at: null,
  dp: `${site}/media/4f1c-320.webp`,
  due_at: '2026-11-22T08:30:00.000Z',
  effect: 'hold',
  email: 'ada@example.com',
  event: 'opened',
  expires_in: 1_800,
  facts: [],
  failing_since: null,
  firstname: 'Ada',
  former_names: ['Finance'],
  from: '2026-11-20T23:00:00.000Z',
  handle: 'ada',
  host: 'bit.ly',
  html: '<!doctype html>...',
  id: app,
  image: `${site}/media/4f1c-1280.webp`,
  into: 'shopping',
  is_dismissible: true,
  key: 'q3VbZk0hN2w8',
  label: 'Website',
  lastname: 'Obi',
  latest_feature: 'Prices of three more markets.',
  leads_to: 'It is held or removed.',
  link: '/about',
  logo: `${site}/media/9b2e-256.webp`,
  message: 'It uses the name and the logo of our bank, and asks for card numbers.',
  missing: ['logo'],
  month: '2026-11',
  moved_to: 'https://marketprices.africa',
  name: 'Market Prices',
  name_id: 'market-prices',
  new_password: 'four-other-words-2026',
  next: null,
  note: 'Asked for by the bank on 2 November.',
  number: '20261121-K7Q2',
  owner_reason: 'Three people paid a fee and got no loan.',
  passkey:
    '{"id":"9sVJ2mH0qK7c","rawId":"9sVJ2mH0qK7c","type":"public-key","clientExtensionResults":{},"response":{}}',
  password: 'four-plain-words-2026',
  path: '/app/market-prices',
  pattern: 'promo*@mail.example',
  phone_no: '+2348012345678',
  policies_version: '2026-11-22',
  policy: 'scam',
  previous: null,
  problem: 'The file does not hold the token.',
  problems: [],
  public_reason: removed,
  reach: 'near',
  reason: removed,
  recovery_codes: ['k7m4-qx3p-w9rt-h6cf'],
  refresh: 'rT4mJ0b1vXh2sQ',
  release_date: created,
  release_mail: 'weekly',
  release_type: 'LIVE',
  replaced_by: null,
  request: 'AZqLFQkZc0q0',
  request_token: 'b1vXh2sQrT4mJ0',
  reset_token: 'h2sQrT4mJ0b1vX',
  screenshots: [],
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  seen_at: created,
  show_email: true,
  social_account_dict: { github: 'https://github.com/ada' },
  staff_text: '',
  state: 'public',
  state_after: 'removed',
  state_before: 'public',
  state_clears: 'Another name, or a proof that the website is yours.',
  state_decision: null,
  state_policy: 'impersonation',
  state_reason: 'The name is like that of another app.',
  subject: `app:${app}`,
  subjects: [`app:${app}`],
  suspended_at: null,
  suspension_reason: '',
  tags: ['typescript', 'kotlin'],
  text: 'The same text was listed last week.',
  title: 'App of the day',
  to: 'bola@example.com',
  token,
  type: 'image/png',
  until: '2026-12-21T08:30:00.000Z',
  uri: 'otpauth://totp/Apps:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Apps',
  url: `${site}/app/market-prices`,
  user: ada,
  value: 'Food & Drink,Shopping',
  version: '1.2.0',
  views: 2_048,
  waits_until: null,
  website: 'https://marketprices.ng',
  work_kinds: ['full-time', 'contract'],
  work_state: 'Lagos',
  'AddCategory.name': 'Agriculture',
  'AddLinkRule.reason': 'Hides where it leads.',
  'AddPasskey.name': 'Phone',
  'AddReservedName.name': 'Savanna Bank',
  'AddRestriction.reason': 'Two hundred accounts for spam.',
  'announcement.text': 'On Sunday from 02:00 to 03:00 nobody can list an app.',
  'Appeal.state': 'open',
  'AppPreview.address': 'https://marketprices.ng',
  'AppPreview.existing': null,
  'assigned_to.name': 'Bola Ade',
  'BlockProof.reason': 'The domain was sold to somebody else.',
  'by.name': 'Bola Ade',
  'CaseMessage.text': 'Which licence do you have?',
  'categories.id': 'finance',
  'categories.name': 'Money',
  'ChangeAnnouncement.text': 'On Sunday from 02:00 to 03:00 nobody can list an app.',
  'ChangeCategory.name': 'Money',
  'ChangeContact.email': 'help@apps.example.ng',
  'ChangeReservedName.name': 'Savanna Bank',
  'ChangeRole.role': 'moderator',
  'CheckProof.code': undefined,
  'ConfirmAuthenticator.code': '492039',
  'contact.email': 'help@apps.example.ng',
  'current.text': 'On Sunday from 02:00 to 03:00 nobody can list an app.',
  'Decide.message': '',
  'DeskCategory.id': 'finance',
  'DeskCategory.name': 'Money',
  'DeskStaff.role': 'moderator',
  'fields.name': 'category',
  'LinkRule.reason': 'Hides where it leads.',
  'mails.subject': 'NaijaBuilt: your listing was removed',
  'mails.text': 'Hello Ada,\n\n...',
  'mails.to': 'ada@example.com',
  'NewAppeal.message': 'We are the company behind this name. Our registration number is RC 123456.',
  'NewReport.link': undefined,
  'NewReport.name': 'Ada Obi',
  'Notice.title': 'Market Prices 1.2.0',
  'outcome.url': `${site}/moderation/20261121-K7Q2`,
  'OwnApp.state': 'held',
  'links.problem': '',
  'links.state': 'good',
  'links.url': 'https://marketprices.ng',
  'copies.text': proofToken,
  'ways.text': 'Put a text file at this address of marketprices.ng. Its only line is the token.',
  'OwnProof.name': 'marketprices.ng',
  'OwnProof.problem': '',
  'OwnProof.state': 'proved',
  'OwnProof.token': proofToken,
  'passkeys.name': 'Phone',
  ...{ 'MakeToken.name': 'GitHub Actions', 'tokens.name': 'GitHub Actions' },
  ...{ 'MakeToken.apps': app, 'MakeToken.scopes': 'releases', 'MakeToken.days': 90 },
  'MadeToken.secret': 'nb_9sVJ2mH0qK7c4bT1xY8wE5rU3iO6pL0aSdFgHjKzXcV',
  'Policies.version': '2026-11-22',
  'policies.id': 'impersonation',
  'policies.text': 'A listing must not pretend to be somebody else.',
  'policies.title': 'Impersonation',
  'Portfolio.url': `${site}/u/ada`,
  'PreviewRequest.address': 'https://marketprices.ng',
  'Proof.name': 'marketprices.ng',
  'PublicDecision.url': `${site}/moderation/20261121-K7Q2`,
  'RenamePasskey.name': 'Work laptop',
  'reporter.name': 'Chidi Eze',
  'ReportFollowUp.state': 'decided',
  'ReportReceived.url': `${site}/report/20261121-K7Q2?key=q3VbZk0hN2w8`,
  'ReservedName.name': 'Savanna Bank',
  'ResetCode.email': undefined,
  'Restriction.reason': 'Two hundred accounts for spam.',
  'Template.name': 'Fee before a loan',
  'TemplateForm.name': 'Fee before a loan',
  'VerifyAnswer.reset_token': undefined,
};

const refused = 'Enter a description of your app.';
export const refusalExample = { error: refused, fields: { description: refused } };

/** Of a schema whose fields depend on each other. */
const wholes: Record<string, unknown> = {
  Error: refusalExample,
  EndSessions: { password: values['password'], id: ada },
  LoginError: {
    error: 'Your account has a second factor. Use a passkey, or enter a code.',
    fields: {},
    code: 'second_factor',
    second_factor: { token, expires_at: created, methods: ['passkey', 'recovery_code'] },
  },
  LoginFactor: { token, code: '492039' },
  ProveFactor: { code: '492039' },
};

export interface JsonSchema {
  $ref?: string;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

const byFormat: Record<string, string> = {
  'date-time': checked,
  date: '2026-11-21',
  email: 'ada@example.com',
  uri: site,
  url: site,
  uuid: app,
};

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Whether a value of the table is one for this schema, as far as a name may stand for different things. */
function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => fits(value, choice));
  if (schema.enum) return schema.enum.includes(value);
  const type = typeOf(value);
  const types = [schema.type ?? []].flat();
  if (!types.includes(type) && !(type === 'number' && types.includes('integer'))) return false;
  if (Array.isArray(value)) return value.every((one) => fits(one, schema.items ?? {}));
  const { pattern } = schema;
  return typeof value !== 'string' || pattern === undefined || new RegExp(pattern, 'u').test(value);
}

/** The key of the value of a field. @param names of what it is in, the most telling first */
const keyOf = (names: readonly string[], field: string, schema: JsonSchema): string | undefined =>
  [...names.map((name) => `${name}.${field}`), field].find(
    (key) => key in values && (values[key] === undefined || fits(values[key], schema)),
  );

const isFile = ({ format, items }: JsonSchema): boolean => (items?.format ?? format) === 'binary';

/** Makes examples of schemas, which may refer to these by name. */
export function createExamples(schemas: Record<string, JsonSchema>) {
  function ofField(names: readonly string[], field: string, schema: JsonSchema): unknown {
    const key = keyOf(names, field, schema);
    if (key !== undefined) return values[key];
    if (/_at$|^at$/.test(field) && fits(checked, schema)) return checked;
    return of(schema, [field]);
  }

  /** @param names of the field and schema that it is in */
  function of(schema: JsonSchema, names: readonly string[] = []): unknown {
    if (schema.$ref !== undefined) {
      const named = schema.$ref.replace(/^.*\//, '');
      return wholes[named] ?? of(schemas[named] ?? {}, [...names, named]);
    }
    const parts = schema.allOf ?? schema.anyOf ?? schema.oneOf;
    if (parts) return of(parts.find((part) => part.type !== 'null') ?? {}, names);
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const [type] = [schema.type ?? []].flat();
    if (type === 'object') {
      const { properties = {}, required = [] } = schema;
      const shown = Object.entries(properties).filter(
        ([field, inner]) =>
          required.includes(field) || (!isFile(inner) && keyOf(names, field, inner) !== undefined),
      );
      return Object.fromEntries(shown.map(([field, inner]) => [field, ofField(names, field, inner)]));
    }
    if (type === 'array') return schema.items ? [of(schema.items, names)] : [];
    if (type === 'integer' || type === 'number') return Math.max(3, schema.minimum ?? 0);
    if (type === 'boolean') return true;
    return type === 'string' ? (byFormat[schema.format ?? ''] ?? '') : null;
  }
  return of;
}
