// Findings about the sender in the DNS. Without these records mails are treated as spam or refused.
import { Resolver } from 'node:dns/promises';
import type { Config } from '../platform/config/config.ts';
import { domainOf } from './config-findings.ts';
import type { Finding } from './finding.ts';

export interface NameServers {
  /** Addresses such as 127.0.0.1:5353; those of the machine where left out. */
  servers?: readonly string[];
  /** Selectors that the mail server may sign with; the usual ones where left out. */
  selectors?: readonly string[];
}

/** Selectors of common mail servers and services. */
const usualSelectors = [
  'default',
  'mail',
  'dkim',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  's1',
  's2',
  'mx',
  'smtp',
  'zoho',
  'brevo',
  'mxvault',
];

/** The texts of a name; none where there is no such name. @throws where no name server answers */
async function textsOf(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

/** A subdomain without a policy has the one of a domain above it (RFC 7489, section 6.6.3). */
function policyNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
}

async function hasText(resolver: Resolver, names: readonly string[], wanted: RegExp): Promise<boolean> {
  const texts = await Promise.all(names.map((name) => textsOf(resolver, name)));
  return texts.flat().some((text) => wanted.test(text));
}

/** SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of the domain in MAIL_FROM. */
export async function findInMailDns(
  { mailFrom, smtpUrl }: Config,
  { servers, selectors = usualSelectors }: NameServers = {},
): Promise<Finding[]> {
  const domain = domainOf(mailFrom);
  if (smtpUrl === undefined || /(?:^|\.)(?:example|localhost|test|invalid)$/.test(domain)) return [];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const keys = selectors.map((selector) => `${selector}._domainkey.${domain}`);
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      hasText(resolver, [domain], /^v=spf1(?:\s|$)/i),
      hasText(resolver, keys, /(?:^|;)\s*p=[a-z0-9+/]/i),
      hasText(resolver, policyNames(domain), /^v=DMARC1\s*(?:;|$)/i),
    ]);
    const missing: [boolean, string, string][] = [
      [
        spf,
        'SPF',
        `${domain} does not say which servers may send its mail. Add a TXT record such as "v=spf1 mx -all" that names your mail server.`,
      ],
      [
        dkim,
        'DKIM',
        `no key was found below _domainkey.${domain} (looked for ${selectors.join(', ')}). Let your mail server sign, add its TXT record, and name its selector: npm run doctor -- --dkim <selector>`,
      ],
      [
        dmarc,
        'DMARC',
        `_dmarc.${domain} says nothing, so large mail services trust the site's mails less. Add a TXT record such as "v=DMARC1; p=quarantine".`,
      ],
    ];
    return missing.flatMap(([isThere, subject, sentence]) => (isThere ? [] : [{ subject, sentence }]));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      { subject: 'DNS', sentence: `SPF, DKIM and DMARC could not be looked up (${reason}). Try it again.` },
    ];
  }
}
