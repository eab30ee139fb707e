// Findings from the environment only. Threat: a site that works for its operator, but not for others.
import { isIP } from 'node:net';
import type { Config } from '../platform/config/config.ts';
import type { Finding } from './finding.ts';

/** A name below .localhost or .test is never anybody's (RFC 6761). */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || /(?:^|\.)(?:localhost|test)$/.test(name);
}

/** Whether the site is meant for people on other machines; a site on this machine only is a trial. */
export function isPublicSite({ siteUrl, host }: Pick<Config, 'siteUrl' | 'host'>): boolean {
  return !isLoopback(new URL(siteUrl).hostname) || !isLoopback(host);
}

/** The domain of an address such as `NaijaBuilt <hello@apps.example.ng>`. */
export const domainOf = (address: string): string =>
  /@([^@\s>]+)>?\s*$/.exec(address)?.[1]?.toLowerCase() ?? '';

const reachesNobody = (address: string): boolean => /(?:^|\.)example$/.test(domainOf(address));

/** A contact address that reaches nobody. */
function remarksForEveryone({ contactEmail }: Config): Finding[] {
  if (!reachesNobody(contactEmail)) return [];
  const sentence = 'nobody reads mail that is sent there. Set it to an address of yours.';
  return [{ subject: `CONTACT_EMAIL=${contactEmail}`, sentence }];
}

/** None of these stops a start, because an update must not take down a site that runs. */
export function findInConfig(config: Config): Finding[] {
  const found = remarksForEveryone(config);
  if (!isPublicSite(config)) return found;
  const { host, siteUrl, smtpUrl, mailFrom, legalReviewed } = config;
  const site = new URL(siteUrl);
  if (isLoopback(site.hostname))
    found.push({
      subject: `SITE_URL=${siteUrl}`,
      sentence: `the server listens at ${host} for other machines, but links and mails name this one. Set it to what visitors type, such as https://apps.example.ng.`,
    });
  else if (site.protocol === 'http:')
    found.push({
      subject: `SITE_URL=${siteUrl}`,
      sentence:
        'passwords go over the network in clear. Put a proxy with TLS in front (docs/operations.md), and set it to the https address.',
    });
  if (smtpUrl === undefined)
    found.push({
      subject: 'SMTP_URL',
      sentence:
        'is not set, so mails land as files in DATA_DIR/outbox, and nobody gets the code that verifies an address. Set it to your mail server.',
    });
  if (reachesNobody(mailFrom))
    found.push({
      subject: `MAIL_FROM=${mailFrom}`,
      sentence: 'mail servers refuse a sender in .example. Set it to an address of yours.',
    });
  if (!legalReviewed)
    found.push({
      subject: 'LEGAL_REVIEWED',
      sentence:
        'is not set, so /terms and /privacy say that they are drafts. Have both reviewed, then set it to 1.',
    });
  return found;
}
