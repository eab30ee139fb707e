// Parses the environment, and the operator's files in DATA_DIR/brand, once at the start. All other code gets its
// settings from here, except that the S3 client reads its credentials (AWS_*) itself.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { readBrand } from '../brand/read-brand.ts';
import { parseMediaUrl } from '../storage/media-url.ts';

/** Variables whose values hold passwords, which must not get into an error message. */
const secrets = new Set(['MEDIA_URL', 'AUTH_SECRET', 'DATABASE_URL', 'SMTP_URL']);

/** The placeholder of .env.example. */
const exampleSecret = 'not-a-secret-replace-me-with-32-or-more-random-characters';

/** An address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean =>
  ipaddr.isValidCIDR(text) || ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${String(least)} to ${String(most)}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error));
}

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

const siteUrlError =
  'must be an http or https URL with nothing behind the host, such as https://apps.example.ng';
/** The address has no path, because the site's own paths begin with a slash. */
const siteAddress = z
  .url({ protocol: /^https?$/, error: siteUrlError })
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && url.href.replace(/\/+$/, '') === url.origin;
  }, siteUrlError)
  .transform((value) => new URL(value).origin);

const testError =
  'is for tests only: JSON with dns, ca, port and addresses, all of which are on this machine';
const testSettings = z.object(
  {
    dns: z.string().regex(/^127\.[\d.]+:\d+$/, testError),
    ca: z.string(testError),
    port: z.int(testError),
    addresses: z.array(z.string().regex(/^127\.[\d.]+$/, testError), testError),
  },
  testError,
);

/** The address of a service, without a slash at its end. */
const service = (address: string) =>
  z
    .url({ protocol: /^https$/, error: `must be an https address, such as ${address}` })
    .transform((text) => text.replace(/\/+$/, ''))
    .default(address);

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4321),
  SITE_URL: siteAddress.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL, or unset for SQLite' })
    .optional(),
  // Connections to PostgreSQL that this node holds at most.
  DATABASE_POOL: wholeNumber(1, 500).default(10),
  SAMPLE_DATA: onOff.optional(),
  // Off if another program than `npm run backup` takes them.
  BACKUPS: onOff.default(true),
  LEGAL_REVIEWED: z
    .enum(['0', '1'], 'must be 1, once the terms and the privacy policy were reviewed, or 0')
    .transform((value) => value === '1')
    .default(false),
  TRUST_PROXY: z
    .string()
    .transform((value) =>
      value === 'on' ? true : value === 'off' ? false : value.split(/[\s,]+/).filter(Boolean),
    )
    .refine(
      (value) => typeof value === 'boolean' || (value.length > 0 && value.every(isNetwork)),
      'must be on or off, or the networks of your proxies, such as 10.0.0.0/8,2001:db8::/32',
    )
    .default(false),
  // Unset: mails are written as files to DATA_DIR/outbox.
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL, or unset' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\n\r]+@[^\n\r@]+$/, 'must be an address, such as NaijaBuilt <hello@apps.example.ng>')
    .optional(),
  // For feedback and complaints, on pages and in security.txt.
  CONTACT_EMAIL: z
    .string()
    .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, 'must be one mail address, such as hello@apps.example.ng')
    .optional(),
  // Unset: one is generated and kept in DATA_DIR.
  AUTH_SECRET: z
    .string()
    .min(32, 'must have 32 characters or more')
    .refine(
      (value) => value !== exampleSecret,
      'is the example, which everybody can read. Make one of your own: openssl rand -hex 32',
    )
    .optional(),
  // Off only for tests and benchmarks, as EDGE_CACHE.
  RATE_LIMIT: onOff.default(true),
  MEDIA_URL: z
    .url({ protocol: /^s3$/, error: 'must be s3://bucket?endpoint=…&region=…, or unset for DATA_DIR/media' })
    .check(({ value, issues }) => {
      try {
        parseMediaUrl(value);
      } catch (error) {
        const message = error instanceof Error ? error.message : 'not valid';
        issues.push({ code: 'custom', input: value, message });
      }
    })
    .optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  // Unset: no metrics.
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  // To keep accepting after SIGTERM, while /readyz answers 503.
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  EDGE_CACHE: onOff.default(true),
  OUTBOUND: onOff.default(true),
  // Makes names and addresses of this machine reachable, so that tests need no network; a site for people never has it.
  OUTBOUND_TEST: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(testSettings)
    .optional(),
  APPSTORE_API: service('https://itunes.apple.com'),
  PLAYSTORE_SITE: service('https://play.google.com'),
  GITHUB_API: service('https://api.github.com'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});

/** All variables, except the credentials of S3 (AWS_*), which its client reads. */
export const variableNames: string[] = Object.keys(environment.shape);

/**
 * Whether the peer of a connection is a proxy that says in X-Forwarded-For whom it speaks for; with several proxies in
 * a row, their networks.
 */
export type TrustProxy = boolean | readonly string[];

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>;
type Environment = z.output<typeof environment>;
type Settings = { [Name in keyof Environment as Camel<Name>]: Environment[Name] };

/** Each variable under its name in camel case, such as `dataDir`, with what follows from them. */
export type Config = ReturnType<typeof parseConfig>;

/** Where listings of stores and repositories are read, for 'Paste an address'. */
export type ServiceAddresses = Pick<Config, 'appstoreApi' | 'playstoreSite' | 'githubApi'>;

/** The first file descriptor that systemd passes: SD_LISTEN_FDS_START. */
const firstSocket = 3;

/** @throws ConfigError if there are several: connections to the others would wait forever */
function handedSocket(env: Record<string, string | undefined>): number | undefined {
  const count = env['LISTEN_FDS'] ?? '0';
  // A parent may have left its own in the environment.
  if (env['LISTEN_PID'] !== String(process.pid) || count === '0') return undefined;
  if (count === '1') return firstSocket;
  throw new ConfigError(
    `LISTEN_FDS=${quoted('LISTEN_FDS', count)}: the server takes one socket. Leave one ListenStream in its socket unit, such as 127.0.0.1:4321; the proxy listens at others.`,
  );
}

/** A value as an error may quote it, in one line. */
function quoted(name: string, value: string): string {
  if (secrets.has(name)) return '…';
  return value.replace(/\s+/g, ' ').replace(/\/\/.*@/, '//…@');
}

/** @throws ConfigError on the first bad value. An empty value counts as unset. */
export function parseConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? 'environment');
    throw new ConfigError(`${name}=${quoted(name, given[name] ?? '')}: ${issue?.message ?? 'not valid'}`);
  }
  const values: Record<string, unknown> = parsed.data;
  const settings = Object.fromEntries(variableNames.map((name) => [camelOf(name), values[name]])) as Settings;
  const { outbound: isOn, outboundTest: test, ...value } = settings;
  const own = readBrand(value.dataDir);
  const siteUrl = value.siteUrl ?? `http://localhost:${value.port}`;
  const isOfThisMachine = /(?:^|\.)(?:localhost|test)$|^127\./.test(new URL(siteUrl).hostname);
  if (test && (env['NODE_ENV'] === 'production' || !isOfThisMachine))
    throw new ConfigError('OUTBOUND_TEST=…: lets other sites be faked, and is for tests only. Remove it.');
  const contactEmail = value.contactEmail ?? own.brand.contactEmail;
  if (value.metricsPort === value.port)
    throw new ConfigError(
      `METRICS_PORT=${value.metricsPort}: PORT is the same. Choose another port for one of the two.`,
    );
  return {
    ...value,
    ...own,
    siteUrl,
    contactEmail,
    /** File descriptor of the socket that systemd listens at for this process, in place of host and port. */
    socket: handedSocket(env),
    // A site for the public starts empty.
    sampleData: value.sampleData ?? env['NODE_ENV'] !== 'production',
    mailFrom: value.mailFrom ?? `${own.brand.name} <${contactEmail}>`,
    /** Whether, and in tests how, other sites are looked at. */
    outbound: { isOn, test },
  };
}

const camelOf = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
