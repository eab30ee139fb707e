// Parses the environment, and the operator's files in DATA_DIR/brand, once at the start. All other code gets its
// settings from here, except that the S3 client reads its credentials (AWS_*) itself.
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Brand } from '../../../shared/page/brand.ts';
import { BrandFault, type Logo } from '../brand/icons.ts';
import { readBrand, type OwnBrand } from '../brand/read-brand.ts';
import type { LogLevel } from '../log.ts';
import { parseMediaUrl } from '../storage/media-url.ts';
import {
  outboundVariables,
  readOutbound,
  type OutboundSettings,
  type ServiceAddresses,
} from './outbound-variables.ts';
import { onOff, siteUrl, wholeNumber } from './variables.ts';

/** Variables whose values hold passwords, which must not get into an error message. */
const secrets = new Set(['MEDIA_URL', 'AUTH_SECRET', 'DATABASE_URL', 'SMTP_URL']);

/** The placeholder of .env.example. */
const exampleSecret = 'not-a-secret-replace-me-with-32-or-more-random-characters';

/** An address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean =>
  ipaddr.isValidCIDR(text) || ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4321),
  SITE_URL: siteUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL, or unset for SQLite' })
    .optional(),
  DATABASE_POOL: wholeNumber(1, 500).default(10),
  SAMPLE_DATA: onOff.optional(),
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
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL, or unset' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\n\r]+@[^\n\r@]+$/, 'must be an address, such as NaijaBuilt <hello@apps.example.ng>')
    .optional(),
  CONTACT_EMAIL: z
    .string()
    .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, 'must be one mail address, such as hello@apps.example.ng')
    .optional(),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have 32 characters or more')
    .refine(
      (value) => value !== exampleSecret,
      'is the example, which everybody can read. Make one of your own: openssl rand -hex 32',
    )
    .optional(),
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
  METRICS_PORT: wholeNumber(1, 65_535, { or: ', or unset for none' }).optional(),
  DRAIN_SECONDS: wholeNumber(0, 60, { of: 'of seconds ' }).default(0),
  EDGE_CACHE: onOff.default(true),
  ...outboundVariables,
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

export interface Config {
  host: string;
  port: number;
  /**
   * File descriptor of the socket that systemd listens at for this process (sd_listen_fds(3)), in place of host and
   * port.
   */
  socket: number | undefined;
  /** Has no trailing slash. */
  siteUrl: string;
  /** The name of the site and all that goes with it, from `dataDir`/brand. */
  brand: Brand;
  /** The logo from there. */
  logo: Logo | null;
  dataDir: string;
  /** `postgres://…`, or undefined for SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  /** Connections to PostgreSQL that this node holds at most. */
  databasePool: number;
  /** `s3://bucket…`, or undefined for `dataDir`/media. */
  mediaUrl: string | undefined;
  sampleData: boolean;
  /** Whether `npm run backup` takes them; false if another program does. */
  backups: boolean;
  legalReviewed: boolean;
  trustProxy: TrustProxy;
  /** Off only for tests and benchmarks. */
  rateLimit: boolean;
  /** Undefined: a secret is generated and kept in `dataDir`. */
  authSecret: string | undefined;
  /** `smtp://…`; undefined: mails are written as files to `dataDir`/outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Address for feedback and complaints on pages and in security.txt. */
  contactEmail: string;
  /** The address at which /metrics is served. */
  metricsHost: string;
  /** The port of /metrics; undefined turns it off. */
  metricsPort: number | undefined;
  /** Seconds to keep accepting after SIGTERM, while /readyz answers 503. */
  drainSeconds: number;
  /** Whether finished answers are kept. Off only for benchmarks. */
  edgeCache: boolean;
  /** Whether, and in tests how, other sites are looked at. */
  outbound: OutboundSettings;
  services: ServiceAddresses;
  logLevel: LogLevel;
}

/** The first file descriptor that systemd passes: SD_LISTEN_FDS_START. */
const firstSocket = 3;

/** Names the variable and what is wrong with it, in one line. */
export class ConfigError extends Error {}

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

/** Whether listening at both hosts on the same port would collide. */
function sharesAddress(one: string, other: string): boolean {
  const hosts = [one, other].map((host) => (host === 'localhost' ? '127.0.0.1' : host));
  if (hosts[0] === hosts[1] || hosts.includes('::')) return true;
  return hosts.includes('0.0.0.0') && !hosts.some((host) => isIPv6(host));
}

/** @throws ConfigError on the first fault */
function ownBrand(dataDir: string): OwnBrand {
  try {
    return readBrand(dataDir);
  } catch (error) {
    if (error instanceof BrandFault) throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}

/** @throws ConfigError on the first bad value. An empty value counts as unset. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? 'environment');
    throw new ConfigError(`${name}=${quoted(name, given[name] ?? '')}: ${issue?.message ?? 'not valid'}`);
  }
  const value = parsed.data;
  const own = ownBrand(value.DATA_DIR);
  const siteAddress = value.SITE_URL ?? `http://localhost:${String(value.PORT)}`;
  const outbound = readOutbound(value, { siteUrl: siteAddress, environment: env['NODE_ENV'] });
  if (typeof outbound === 'string') throw new ConfigError(outbound);
  const { brand } = own;
  const contactEmail = value.CONTACT_EMAIL ?? brand.contactEmail;
  if (value.METRICS_PORT === value.PORT && sharesAddress(value.HOST, value.METRICS_HOST))
    throw new ConfigError(
      `METRICS_PORT=${value.METRICS_PORT}: PORT is the same. Choose another port for one of the two.`,
    );
  return {
    host: value.HOST,
    port: value.PORT,
    socket: handedSocket(env),
    siteUrl: siteAddress,
    dataDir: value.DATA_DIR,
    ...own,
    contactEmail,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    mediaUrl: value.MEDIA_URL,
    // A site for the public starts empty.
    sampleData: value.SAMPLE_DATA ?? env['NODE_ENV'] !== 'production',
    backups: value.BACKUPS,
    legalReviewed: value.LEGAL_REVIEWED,
    trustProxy: value.TRUST_PROXY,
    rateLimit: value.RATE_LIMIT,
    authSecret: value.AUTH_SECRET,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${brand.name} <${contactEmail}>`,
    metricsHost: value.METRICS_HOST,
    metricsPort: value.METRICS_PORT,
    drainSeconds: value.DRAIN_SECONDS,
    edgeCache: value.EDGE_CACHE,
    outbound,
    services: { appStore: value.APPSTORE_API, playStore: value.PLAYSTORE_SITE, github: value.GITHUB_API },
    logLevel: value.LOG_LEVEL,
  };
}
