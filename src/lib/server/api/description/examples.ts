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

const each = (value: unknown, ...names: string[]) => Object.fromEntries(names.map((name) => [name, value]));

/**
 * Values by the name of their field. Where a name stands for several things, the schema or the field that it is in
 * comes before it. Optional fields are in an example where they are here.
 */
const values: Record<string, unknown> = {
  // What several fields have.
  ...each(ada, 'account', 'created_by', 'user', ...people.map((of) => `${of}.id`)),
  ...each('Ada Obi', 'NewReport.name', ...people.map((of) => `${of}.name`)),
  ...each(app, 'app', 'app_id', 'id', 'MakeToken.apps'),
  ...each(null, 'bulk_number', 'case', 'dead_since', 'discontinued_at', 'failing_since', 'next'),
  ...each(null, 'previous', 'replaced_by', 'state_decision', 'suspended_at', 'waits_until'),
  ...each(null, 'AppPreview.existing'),
  ...each({ impersonation: 1 }, 'by_policy', 'by_reason'),
  ...each('20261121-K7Q2', 'case_number', 'number'),
  ...each('four-plain-words-2026', 'confirm_password', 'current_password', 'password'),
  ...each('hello@apps.example.ng', 'contact_email', 'default_email'),
  ...each('ada@example.com', 'email', 'mails.to'),
  ...each([], 'facts', 'problems', 'screenshots'),
  ...each(true, 'is_dismissible', 'show_email'),
  ...each('2026-11-22', 'policies_version', 'Policies.version'),
  ...each(removed, 'public_reason', 'reason'),
  ...each(created, 'release_date', 'seen_at'),
  ...each('', 'staff_text', 'suspension_reason', 'Decide.message', 'links.problem', 'OwnProof.problem'),
  ...each('public', 'state', 'state_before'),
  ...each('impersonation', 'state_policy', 'policies.id'),
  ...each('https://marketprices.ng', 'website', 'AppPreview.address', 'links.url', 'PreviewRequest.address'),
  ...each('Phone', 'AddPasskey.name', 'passkeys.name'),
  ...each('Savanna Bank', 'AddReservedName.name', 'ChangeReservedName.name', 'ReservedName.name'),
  ...each(
    'On Sunday from 02:00 to 03:00 nobody can list an app.',
    'announcement.text',
    'ChangeAnnouncement.text',
    'current.text',
  ),
  ...each('Bola Ade', 'assigned_to.name', 'by.name'),
  ...each('finance', 'categories.id', 'DeskCategory.id'),
  ...each('Money', 'categories.name', 'ChangeCategory.name', 'DeskCategory.name'),
  ...each('help@apps.example.ng', 'ChangeContact.email', 'contact.email'),
  ...each('moderator', 'ChangeRole.role', 'DeskStaff.role'),
  ...each(undefined, 'CheckProof.code', 'NewReport.link', 'ResetCode.email', 'VerifyAnswer.reset_token'),
  ...each(`${site}/moderation/20261121-K7Q2`, 'outcome.url', 'PublicDecision.url'),
  ...each(proofToken, 'copies.text', 'OwnProof.token'),
  ...each('marketprices.ng', 'OwnProof.name', 'Proof.name'),
  ...each('Fee before a loan', 'Template.name', 'TemplateForm.name'),
  ...each('GitHub Actions', 'MakeToken.name', 'tokens.name'),
  about: 'app:market-prices',
  about_me: 'Builds tools for markets.',
  access: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoi.c2lnbmF0dXJl',
  action: 'remove',
  address: 'Yaba, Lagos',
  allowed: [ada],
  app_limit: 800,
  app_mail: 'never',
  apps: [app],
  body: 'Please **remove** the fee.',
  build: 'd81e563',
  by_action: { remove: 1 },
  by_kind: { report: 1 },
  by_source: { staff: 1 },
  category: 'Business,Food & Drink',
  code: 'K7M4QX2P',
  country: brand.country,
  country_code: 'NG',
  data: 'iVBORw0KGgo=',
  day: '2026-11-02',
  decision_number: '20261002-P3XH',
  description: 'What food costs in the markets of Lagos today.',
  device: 'Chrome on Android',
  dp: `${site}/media/4f1c-320.webp`,
  due_at: '2026-11-22T08:30:00.000Z',
  effect: 'hold',
  event: 'opened',
  expires_in: 1_800,
  firstname: 'Ada',
  former_names: ['Finance'],
  from: '2026-11-20T23:00:00.000Z',
  handle: 'ada',
  host: 'bit.ly',
  html: '<!doctype html>...',
  image: `${site}/media/4f1c-1280.webp`,
  into: 'shopping',
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
  note: 'Asked for by the bank on 2 November.',
  owner_reason: 'Three people paid a fee and got no loan.',
  passkey:
    '{"id":"9sVJ2mH0qK7c","rawId":"9sVJ2mH0qK7c","type":"public-key","clientExtensionResults":{},"response":{}}',
  path: '/app/market-prices',
  pattern: 'promo*@mail.example',
  phone_no: '+2348012345678',
  policy: 'scam',
  problem: 'The file does not hold the token.',
  reach: 'near',
  recovery_codes: ['k7m4-qx3p-w9rt-h6cf'],
  refresh: 'rT4mJ0b1vXh2sQ',
  release_mail: 'weekly',
  release_type: 'LIVE',
  request: 'AZqLFQkZc0q0',
  request_token: 'b1vXh2sQrT4mJ0',
  reset_token: 'h2sQrT4mJ0b1vX',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  social_account_dict: { github: 'https://github.com/ada' },
  state_after: 'removed',
  state_clears: 'Another name, or a proof that the website is yours.',
  state_reason: 'The name is like that of another app.',
  subject: `app:${app}`,
  subjects: [`app:${app}`],
  tags: ['typescript', 'kotlin'],
  text: 'The same text was listed last week.',
  title: 'App of the day',
  to: 'bola@example.com',
  token,
  type: 'image/png',
  until: '2026-12-21T08:30:00.000Z',
  uri: 'otpauth://totp/Apps:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Apps',
  url: `${site}/app/market-prices`,
  value: 'Food & Drink,Shopping',
  version: '1.2.0',
  views: 2_048,
  work_kinds: ['full-time', 'contract'],
  work_state: 'Lagos',
  'AddCategory.name': 'Agriculture',
  'Appeal.state': 'open',
  'CaseMessage.text': 'Which licence do you have?',
  'ConfirmAuthenticator.code': '492039',
  'fields.name': 'category',
  'mails.subject': 'NaijaBuilt: your listing was removed',
  'mails.text': 'Hello Ada,\n\n...',
  'NewAppeal.message': 'We are the company behind this name. Our registration number is RC 123456.',
  'Notice.title': 'Market Prices 1.2.0',
  'OwnApp.state': 'held',
  'links.state': 'good',
  'ways.text': 'Put a text file at this address of marketprices.ng. Its only line is the token.',
  'OwnProof.state': 'proved',
  'MadeToken.secret': 'nb_9sVJ2mH0qK7c4bT1xY8wE5rU3iO6pL0aSdFgHjKzXcV',
  'policies.text': 'A listing must not pretend to be somebody else.',
  'policies.title': 'Impersonation',
  'Portfolio.url': `${site}/u/ada`,
  'RenamePasskey.name': 'Work laptop',
  'reporter.name': 'Chidi Eze',
  'ReportFollowUp.state': 'decided',
  'ReportReceived.url': `${site}/report/20261121-K7Q2?key=q3VbZk0hN2w8`,
  'MakeToken.scopes': 'releases',
  'MakeToken.days': 90,
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
