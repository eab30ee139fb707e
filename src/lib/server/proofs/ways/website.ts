// The three ways that prove a domain: a file, a tag, a DNS record.
import { proofPlaces, proofRefusals } from '../../../shared/schemas/proofs.ts';
import { outboundBytes, type Outbound } from '../../platform/outbound/outbound.ts';
import { readPage } from '../../platform/outbound/read-page.ts';
import { hostOf, registrableDomain } from '../domains.ts';
import { tokenPattern } from '../token.ts';
import { lookAt, textsOf } from './look.ts';
import { ProofRefusal } from './proof-refusal.ts';

export interface Looked {
  outbound: Outbound;
  token: string;
  website: string;
}

/** @throws ProofRefusal where the link has no domain of its own */
export function domainOfWebsite(website: string): string {
  const host = hostOf(website);
  if (host === '') throw new ProofRefusal(proofRefusals.noWebsite);
  const domain = registrableDomain(host);
  if (domain === null) throw new ProofRefusal(proofRefusals.noDomain(host));
  return domain;
}

/** @throws ProofRefusal if another domain has answered */
function requireDomain(asked: string, answered: string, domain: string): void {
  const host = hostOf(answered);
  if (registrableDomain(host) !== domain) throw new ProofRefusal(proofRefusals.otherHost(asked, host));
}

function requireStatus(address: string, status: number): void {
  if (status === 404 || status === 410) throw new ProofRefusal(proofRefusals.noFile(address));
  if (status !== 200) throw new ProofRefusal(proofRefusals.badStatus(address, status));
}

export const fileAddress = (domain: string): string => `https://${domain}${proofPlaces.file}`;

/** @returns the domain. @throws ProofRefusal */
export async function checkFile({ outbound, token, website }: Looked): Promise<string> {
  const domain = domainOfWebsite(website);
  const address = fileAddress(domain);
  const answer = await lookAt(outbound, address, { maxBytes: outboundBytes.text, accept: 'text/plain' });
  requireDomain(address, answer.url, domain);
  requireStatus(address, answer.status);
  const text = answer.body.toString('utf8').replace(/^\uFEFF/, '');
  if (text.split(/\s+/).includes(token) && !/<html/i.test(text)) return domain;
  if (/<html|<!doctype/i.test(text)) throw new ProofRefusal(proofRefusals.pageForFile(address));
  const refusal = tokenPattern.test(text) ? proofRefusals.otherToken : proofRefusals.wrongToken;
  throw new ProofRefusal(refusal(address));
}

/** The front page that can carry a tag. A page below it may be one of many that others write. */
export function frontPageOf(website: string): { address: string; host: string } {
  const domain = domainOfWebsite(website);
  const url = new URL(website);
  if (url.pathname !== '/' || url.search !== '') throw new ProofRefusal(proofRefusals.notFrontPage(domain));
  // A host below the domain may be shared as well, so that a tag proves its own host only.
  const host = url.hostname.replace(/^www\./, '');
  return { address: `https://${url.hostname}/`, host };
}

/** @returns the host. @throws ProofRefusal */
export async function checkMeta({ outbound, token, website }: Looked): Promise<string> {
  const { address, host } = frontPageOf(website);
  const answer = await lookAt(outbound, address, { maxBytes: outboundBytes.page, accept: 'text/html' });
  requireDomain(address, answer.url, domainOfWebsite(website));
  requireStatus(address, answer.status);
  const type = answer.headers['content-type'] ?? '';
  if (!/html/i.test(type)) throw new ProofRefusal(proofRefusals.notAPage(address));
  const { proofs } = readPage(answer.body.toString('utf8'));
  if (proofs.includes(token)) return host;
  throw new ProofRefusal((proofs.length > 0 ? proofRefusals.wrongTag : proofRefusals.noTag)(address));
}

/** @returns the domain. @throws ProofRefusal */
export async function checkDns({ outbound, token, website }: Looked): Promise<string> {
  const domain = domainOfWebsite(website);
  const name = `${proofPlaces.dns}.${domain}`;
  const texts = await textsOf(outbound, name);
  if (texts.some((text) => text.trim() === token)) return domain;
  throw new ProofRefusal((texts.length > 0 ? proofRefusals.wrongRecord : proofRefusals.noRecord)(name));
}
