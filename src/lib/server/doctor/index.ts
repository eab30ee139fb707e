// Looks for what is wrong with a set-up: said at each start, and by `npm run doctor`. A finding is a line that names a
// variable or another subject, the mistake and its fix.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { findSetting } from '../platform/db/setting-queries.ts';
import { databaseFile } from '../platform/db/sqlite.ts';
import { textsOf } from '../platform/outbound/addresses.ts';
import { canonicalAddress } from '../platform/security/client.ts';
import { dayMs } from '../../shared/text/days.ts';

type Finding = string | false;

/** Texts of others in a finding, such as names in a certificate, cannot add lines or colours. */
const linesOf = (findings: readonly Finding[]): string[] =>
  findings.filter((finding) => finding !== false).map((line) => line.replace(/\p{C}+/gu, ' '));

/**
 * Findings from this machine and the database; none for a site that serves this machine only.
 * @param samples how many sample listings are public
 */
export async function findHere(
  { config, db, clock }: { config: Config; db: Database; clock: Clock },
  samples: number,
): Promise<string[]> {
  if (!isPublicSite(config)) return [];
  return linesOf([
    samples > 0 &&
      `Samples: ${String(samples)} sample ${samples === 1 ? 'listing is' : 'listings are'} public. Remove them: npm run remove-samples`,
    config.backups && (await findInBackups(db, clock())),
    await findOnDisk(config),
  ]);
}

/**
 * Findings from the name servers and the site's proxy. The server has to run.
 * @param selectors that the mail server may sign with; the usual ones where left out
 */
export async function findOutside(config: Config, secret: Uint8Array, selectors?: readonly string[]) {
  if (!isPublicSite(config)) return [];
  const found = await Promise.all([findInMailDns(config, selectors), findInProxy(config, secret)]);
  return linesOf(found.flat());
}

// Findings from the environment only. Threat: a site that works for its operator, but not for others.

/** A name below .localhost or .test is never anybody's (RFC 6761). */
const isLoopback = (host: string): boolean =>
  /^(?:\[?::1\]?|127(?:\.\d+){3}|(?:.+\.)?(?:localhost|test))$/.test(host);

/** Whether the site is meant for people on other machines; a site on this machine only is a trial. */
export function isPublicSite({ siteUrl, host }: Pick<Config, 'siteUrl' | 'host'>): boolean {
  return !isLoopback(new URL(siteUrl).hostname) || !isLoopback(host);
}

/** The domain of an address such as `NaijaBuilt <hello@apps.example.ng>`. */
const domainOf = (address: string): string => /@([^@\s>]+)>?\s*$/.exec(address)?.[1]?.toLowerCase() ?? '';

const reachesNobody = (address: string): boolean => /(?:^|\.)example$/.test(domainOf(address));

/** None of these stops a start, because an update must not take down a site that runs. */
export function findInConfig(config: Config): string[] {
  const { contactEmail, host, siteUrl, smtpUrl, mailFrom, legalReviewed } = config;
  const site = new URL(siteUrl);
  const isHere = isLoopback(site.hostname);
  const ofEverySite =
    reachesNobody(contactEmail) &&
    `CONTACT_EMAIL=${contactEmail}: nobody reads mail that is sent there. Set it to an address of yours.`;
  if (!isPublicSite(config)) return linesOf([ofEverySite]);
  return linesOf([
    ofEverySite,
    isHere &&
      `SITE_URL=${siteUrl}: the server listens at ${host} for other machines, but links and mails name this one. Set it to what visitors type, such as https://apps.example.ng.`,
    !isHere &&
      site.protocol === 'http:' &&
      `SITE_URL=${siteUrl}: passwords go over the network in clear. Put a proxy with TLS in front (docs/operations.md), and set it to the https address.`,
    smtpUrl === undefined &&
      'SMTP_URL: is not set, so mails land as files in DATA_DIR/outbox, and nobody gets the code that verifies an address. Set it to your mail server.',
    reachesNobody(mailFrom) &&
      `MAIL_FROM=${mailFrom}: mail servers refuse a sender in .example. Set it to an address of yours.`,
    !legalReviewed &&
      'LEGAL_REVIEWED: is not set, so /terms and /privacy say that they are drafts. Have both reviewed, then set it to 1.',
  ]);
}

// Findings from the database.

/** Name of the row of `settings` that holds when the last backup was taken, in milliseconds since 1970. */
export const lastBackupSetting = 'last-backup';

/** A backup takes a while, and its timer may be late. */
const mostBackupAgeMs = 1.25 * dayMs;

/** Milliseconds since the last backup by `npm run backup`; null if there was none. */
export async function backupAge(db: Database, now: number): Promise<number | null> {
  const at = await findSetting(db.read, lastBackupSetting);
  return at === undefined ? null : now - Number(at);
}

async function findInBackups(db: Database, now: number): Promise<Finding> {
  const age = await backupAge(db, now);
  if (age !== null && age <= mostBackupAgeMs) return false;
  const since =
    age === null
      ? 'none was taken yet'
      : `the last one is ${String(Math.floor(age / dayMs))} ${age < 2 * dayMs ? 'day' : 'days'} old`;
  return `Backup: ${since}. Run npm run backup every day (docs/operations.md, 'Backup'), or set BACKUPS=off where another program takes them.`;
}

// Lets the doctor ask a server for whom it takes it. Made with the secret of the site, so that nobody else can.

const doctorToken = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('doctor').digest('base64url');

export function isDoctorToken(secret: Uint8Array, token: string): boolean {
  const [given, wanted] = [Buffer.from(token), Buffer.from(doctorToken(secret))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

// Findings about the machine: its disk.

/** A backup before an update and the uploads of a busy day fit into this. */
const leastFreeBytes = 1e9;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function findOnDisk({ dataDir, databaseUrl }: Config): Promise<Finding> {
  const free = await freeBytes(dataDir);
  // What the next backup before an update takes.
  const file = databaseUrl === undefined && statSync(databaseFile(dataDir), { throwIfNoEntry: false });
  return (
    free < Math.max(leastFreeBytes, file ? file.size : 0) &&
    `DATA_DIR=${dataDir}: its disk has ${String(Math.round(free / 1e6))} MB left. Without room nobody can list or change anything: remove old backups, or take a larger disk.`
  );
}

// Findings about the sender in the DNS. Without these records mails are treated as spam or refused.

/** Selectors of common mail servers and services. */
const usualSelectors =
  'default mail dkim google selector1 selector2 k1 k2 s1 s2 mx smtp zoho brevo mxvault'.split(' ');

/** A subdomain without a policy has the one of a domain above it (RFC 7489, section 6.6.3). */
function policyNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
}

async function hasText(resolver: Resolver, names: readonly string[], wanted: RegExp): Promise<boolean> {
  const texts = await Promise.all(names.map((name) => textsOf(name)(resolver)));
  return texts.flat().some((text) => wanted.test(text));
}

/** SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of the domain in MAIL_FROM. */
async function findInMailDns({ mailFrom, smtpUrl }: Config, selectors: readonly string[] = usualSelectors) {
  const domain = domainOf(mailFrom);
  if (smtpUrl === undefined || /(?:^|\.)(?:example|localhost|test|invalid)$/.test(domain)) return [];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const keys = selectors.map((selector) => `${selector}._domainkey.${domain}`);
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      hasText(resolver, [domain], /^v=spf1(?:\s|$)/i),
      hasText(resolver, keys, /(?:^|;)\s*p=[a-z0-9+/]/i),
      hasText(resolver, policyNames(domain), /^v=DMARC1\s*(?:;|$)/i),
    ]);
    return [
      !spf &&
        `SPF: ${domain} does not say which servers may send its mail. Add a TXT record such as "v=spf1 mx -all" that names your mail server.`,
      !dkim &&
        `DKIM: no key was found below _domainkey.${domain} (looked for ${selectors.join(', ')}). Let your mail server sign, add its TXT record, and name its selector: npm run doctor -- --dkim <selector>`,
      !dmarc &&
        `DMARC: _dmarc.${domain} says nothing, so large mail services trust the site's mails less. Add a TXT record such as "v=DMARC1; p=quarantine".`,
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`DNS: SPF, DKIM and DMARC could not be looked up (${reason}). Try it again.`];
  }
}

// Findings about the proxy: asks the server, through SITE_URL, which client address it sees for the doctor.

/** An address of a documentation block (RFC 5737): it can only come from a trusted header field. */
const madeUp = '192.0.2.77';

/** Ranges in which no visitor from the internet is. */
const inner = new Set(['private', 'loopback', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']);

/** @returns null where a sandbox forbids the question, as RestrictAddressFamilies of the units in deploy/ does */
function ownAddresses(): string[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((found) =>
      (found ?? []).map(({ address }) => canonicalAddress(address)),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR') return null;
    throw error;
  }
}

/** @param secret the key that the server signs with */
export async function findInProxy(
  { siteUrl, trustProxy }: Pick<Config, 'siteUrl' | 'trustProxy'>,
  secret: Uint8Array,
): Promise<Finding> {
  const noAnswer = (reason: string): string =>
    `SITE_URL=${siteUrl}: the site did not answer there as it should (${reason}). Is it running, does its name lead here, and does its proxy lead to it?`;
  let body: string;
  try {
    const answer = await fetch(`${siteUrl}/healthz?doctor=${doctorToken(secret)}`, {
      headers: { 'x-forwarded-for': madeUp, 'cache-control': 'no-cache' },
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status !== 200) return noAnswer(`status ${String(answer.status)}`);
    body = await answer.text();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return noAnswer(cause instanceof Error ? cause.message : String(cause));
  }
  const client = /^\{"client":"(.*)"\}\s*$/.exec(body)?.[1];
  if (client === undefined) return noAnswer('what answers is not this server, or has another secret');
  if (client === canonicalAddress(madeUp))
    return 'X-Forwarded-For: the proxy passes on what a client writes there, so everybody can pretend to be somebody else and limits hold nobody. Let it set the field to the address that it sees (deploy/ has how), or set TRUST_PROXY=off where there is no proxy.';
  const address = client.replace(/\/64$/, '');
  // The answer is not quoted, because it may be any text.
  if (!ipaddr.isValid(address))
    return 'X-Forwarded-For: the proxy writes something there that is no address, so all visitors share one limit. Let it set the field to the address that it sees (deploy/ has how).';
  const own = ownAddresses();
  // A private address may be one of this machine.
  if (own === null || own.includes(client) || !inner.has(ipaddr.parse(address).range())) return false;
  return trustProxy
    ? `X-Forwarded-For: the proxy overwrites it with ${client}, which is no visitor, so all visitors share one limit. Let the proxy that visitors reach set it and those behind it pass it on, and name their networks in TRUST_PROXY.`
    : `X-Forwarded-For: all visitors come as ${client}, the proxy, and share one limit. Set TRUST_PROXY=on.`;
}
