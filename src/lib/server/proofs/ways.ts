// Looks for a proof in one of the five ways. Nothing is stored here.
import { type ProofWay, proofWays } from '../../shared/text/proof-texts.ts';
import { getDomain } from 'tldts';
import { urls } from '../../shared/addresses/urls.ts';
import { proofPlaces, type ProofInstruction } from '../../shared/schemas/proofs.ts';
import { keysOf } from '../../shared/zod.ts';
import { hashToken, markOfClient } from '../accounts/tokens.ts';
import {
  outboundBytes,
  OutboundRefusal,
  type Outbound,
  type OutboundAnswer,
} from '../platform/outbound/outbound.ts';
import { readPage } from '../platform/outbound/read-page.ts';
import { playLink, readAddress } from '../previews/read-address.ts';

/** Why a check has not found a proof, as sentences that say what was looked for, what was found, and what to do. */
export class ProofRefusal extends Error {
  /** Whether it says nothing about the proof, such as a pause between two requests: the check is repeated soon. */
  readonly isPassing: boolean;
  /** Whether the other site cannot be the cause, so that it never counts against a proof. */
  readonly isOurs: boolean;

  constructor(sentence: string, cause?: OutboundRefusal) {
    super(sentence, { cause });
    this.name = 'ProofRefusal';
    this.isOurs = cause?.reason === 'off' || cause?.reason === 'busy';
    // Name servers may answer in a moment; the other site may also cause it for good.
    this.isPassing = this.isOurs || cause?.reason === 'names-unavailable';
  }
}

export const linksChanged = 'The links of the app were changed meanwhile. Check again.';

/** A refusal of an outbound request counts as one of the proof. @throws any other error */
export function proofRefusalOf(error: unknown): ProofRefusal {
  if (error instanceof ProofRefusal) return error;
  if (error instanceof OutboundRefusal) return new ProofRefusal(error.message, error);
  throw error;
}

/** What a check needs to know of a listing. */
export interface CheckedApp {
  nameId: string;
  website: string;
  playstore_link: string;
}

interface Instructed {
  app: CheckedApp;
  token: string;
}

interface Checked extends Instructed {
  /** The repository of that way, typed or as it was proved. */
  repository: string;
  /** The mark of the address that entered the mailed code. */
  addressMark: string;
}

interface Way {
  /** What to put where. @throws ProofRefusal where the way is not possible for an app */
  instruct(instructed: Instructed, siteUrl: string): Pick<ProofInstruction, 'text' | 'copies'>;
  /** @returns what is proved, such as busha.co. @throws ProofRefusal, OutboundRefusal */
  check(outbound: Outbound, checked: Checked, siteUrl: string): Promise<string>;
}

export const ways: Readonly<Record<ProofWay, Way>> = {
  file: {
    instruct({ app, token }) {
      const domain = domainOfWebsite(app.website);
      return {
        text: `Put a text file at this address of ${domain}. Its only line is the token.`,
        copies: [
          { label: 'Address', text: fileAddress(domain) },
          { label: 'Content', text: token },
        ],
      };
    },
    check: checkFile,
  },
  meta: {
    instruct: ({ app, token }) => ({
      text: `Put this tag into the head of ${frontPageOf(app.website).address}.`,
      copies: [{ label: 'Tag', text: `<meta name="${proofPlaces.meta}" content="${token}">` }],
    }),
    check: checkMeta,
  },
  dns: {
    instruct({ app, token }) {
      const domain = domainOfWebsite(app.website);
      return {
        text: `Add a TXT record to the DNS of ${domain}.`,
        copies: [
          { label: 'Name', text: `${proofPlaces.dns}.${domain}` },
          { label: 'Value', text: token },
        ],
      };
    },
    check: checkDns,
  },
  repository: {
    instruct({ app, token }, siteUrl) {
      const file = proofPlaces.file.slice(1);
      return {
        text: `Put a file ${file} with the token on the default branch of a public repository at GitHub that links to ${wantedOf(siteUrl, app).join(' or ')}.`,
        copies: [
          { label: 'File', text: file },
          { label: 'Content', text: token },
        ],
      };
    },
    check: checkRepository,
  },
  store: {
    instruct: ({ app }) => ({
      text: `We mail a code to the address of the developer that the Play listing of ${playIdOf(app.playstore_link)} publishes.`,
      copies: [],
    }),
    async check(outbound, { addressMark, app }) {
      const id = playIdOf(app.playstore_link);
      if (markOfAddress(await developerAddress(outbound, id)) === addressMark) return id;
      throw new ProofRefusal(
        `The Play listing of ${id} shows a different address from the one that was verified.`,
      );
    },
  },
};

/** The five ways, each with what to do, or with the reason why it is not possible. */
export const instructionsFor = (instructed: Instructed, siteUrl: string): ProofInstruction[] =>
  keysOf(proofWays).map((way) => {
    try {
      return { way, possible: true, ...ways[way].instruct(instructed, siteUrl) };
    } catch (error) {
      return { way, possible: false, text: proofRefusalOf(error).message, copies: [] };
    }
  });

// The three ways that prove a domain: a file, a tag, a DNS record.

/** @throws ProofRefusal where the link has no domain of its own */
function domainOfWebsite(website: string): string {
  const host = hostOf(website);
  if (host === '')
    throw new ProofRefusal('This app has no website link. Its owner can add one under Basic-info.');
  const domain = registrableDomain(host);
  if (domain === null)
    throw new ProofRefusal(`${host} is shared by many sites and belongs to none of them. Use another way.`);
  return domain;
}

/** @throws ProofRefusal if another domain has answered, or with an error */
function requireAnswer(address: string, { url, status }: OutboundAnswer, domain: string): void {
  const host = hostOf(url);
  if (registrableDomain(host) !== domain)
    throw new ProofRefusal(
      `${address} redirects to ${host}, which is another domain. Its own domain has to answer.`,
    );
  if (status === 404 || status === 410)
    throw new ProofRefusal(`There is no file at ${address} (404). Put it there and check again.`);
  if (status !== 200)
    throw new ProofRefusal(
      `${address} answered with the error ${String(status)}. It has to answer 200, without a login.`,
    );
}

const fileAddress = (domain: string): string => `https://${domain}${proofPlaces.file}`;

/** @returns the domain */
async function checkFile(outbound: Outbound, { app, token }: Checked): Promise<string> {
  const domain = domainOfWebsite(app.website);
  const address = fileAddress(domain);
  const answer = await outbound.get(address, { maxBytes: outboundBytes.text, accept: 'text/plain' });
  requireAnswer(address, answer, domain);
  const text = answer.body.toString('utf8').replace(/^\uFEFF/, '');
  if (text.split(/\s+/).includes(token) && !/<html/i.test(text)) return domain;
  throw new ProofRefusal(
    /<html|<!doctype/i.test(text)
      ? `${address} shows a web page instead of a text file: the site answers with it for addresses that it does not know.`
      : tokenPattern.test(text)
        ? `The token at ${address} belongs to another app or account. Each app and account has a token of its own.`
        : `There is a file at ${address}, but this app's token is not in it. Its only line has to be the token.`,
  );
}

/** The front page that can carry a tag. A page below it may be one of many that others write. */
function frontPageOf(website: string): { address: string; host: string } {
  const domain = domainOfWebsite(website);
  const url = new URL(website);
  if (url.pathname !== '/' || url.search !== '')
    throw new ProofRefusal(
      `The website link names a page below ${domain}, which others may share. Use the file or the DNS record, or link to the front page.`,
    );
  // A host below the domain may be shared as well, so that a tag proves its own host only.
  return { address: `https://${url.hostname}/`, host: url.hostname.replace(/^www\./, '') };
}

/** @returns the host */
async function checkMeta(outbound: Outbound, { app, token }: Checked): Promise<string> {
  const { address, host } = frontPageOf(app.website);
  const answer = await outbound.get(address, { maxBytes: outboundBytes.page, accept: 'text/html' });
  requireAnswer(address, answer, domainOfWebsite(app.website));
  if (!/html/i.test(answer.headers['content-type'] ?? ''))
    throw new ProofRefusal(`${address} is not a web page, so it has no tags.`);
  const { proofs } = readPage(answer.body.toString('utf8'));
  if (proofs.includes(token)) return host;
  throw new ProofRefusal(
    proofs.length > 0
      ? `${address} has the tag, but its content is not the token of this app.`
      : `${address} has no tag named naijabuilt-verification in its HTML.`,
  );
}

/** @returns the domain */
async function checkDns(outbound: Outbound, { app, token }: Checked): Promise<string> {
  const domain = domainOfWebsite(app.website);
  const name = `${proofPlaces.dns}.${domain}`;
  const texts = await outbound.texts(name);
  if (texts.some((text) => text.trim() === token)) return domain;
  throw new ProofRefusal(
    texts.length > 0
      ? `There is a TXT record at ${name}, but it is not the token of this app.`
      : `There is no TXT record at ${name} yet. A new record can take up to an hour to be seen everywhere.`,
  );
}

/** The texts of which a repository has to name one: the domain of the listing, or its address here. */
function wantedOf(siteUrl: string, { nameId, website }: CheckedApp): string[] {
  const domain = website === '' ? null : registrableDomain(hostOf(website));
  return [...(domain === null ? [] : [domain]), siteUrl + urls.app(nameId)];
}

/** @returns the repository, such as github.com/busha/app */
async function checkRepository(outbound: Outbound, { app, repository, token }: Checked, siteUrl: string) {
  const path = repository.trim().replace(/^(?:https?:\/\/)?(?:(?:www\.)?github\.com\/)?/i, '');
  const address = /^[^/]+\/[^/]+\/?$/.test(path) ? readAddress(`https://github.com/${path}`) : null;
  if (address?.kind !== 'repository')
    throw new ProofRefusal('Give the repository as owner/name, or its address at GitHub.');
  const name = address.id;
  const shown = `github.com/${name}`;
  // HEAD is the default branch. GitHub redirects from a repository that was given away to that of its new owner.
  const raw = `https://raw.githubusercontent.com/${name}/HEAD${proofPlaces.file}`;
  const file = await outbound.get(raw, { maxBytes: outboundBytes.text, redirects: 0 });
  if (file.status !== 200)
    throw new ProofRefusal(`${shown} has no file .well-known/naijabuilt.txt on its default branch.`);
  if (!file.body.toString('utf8').split(/\s+/).includes(token))
    throw new ProofRefusal(`The file in ${shown} does not hold the token of this app.`);
  // The page of a repository shows its website and its README.
  const asked = { maxBytes: outboundBytes.page, accept: 'text/html', redirects: 0 };
  const page = await outbound.get(`https://github.com/${name}`, asked);
  if (page.status !== 200) throw new ProofRefusal(`There is no public repository ${shown}.`);
  const html = page.body.toString('utf8').toLowerCase();
  const wanted = wantedOf(siteUrl, app);
  if (wanted.some((text) => html.includes(text.toLowerCase()))) return shown;
  throw new ProofRefusal(`Neither the page nor the README of ${shown} links to ${wanted.join(' or ')}.`);
}

/** @returns the id of an app at Google Play. @throws ProofRefusal */
export function playIdOf(link: string): string {
  const address = readAddress(link);
  if (address?.kind !== 'playstore')
    throw new ProofRefusal(
      'This app has no link to Google Play. Its owner can add one under Download-links.',
    );
  return address.id;
}

/** The address of the developer that a Play listing publishes. @throws ProofRefusal, OutboundRefusal */
export async function developerAddress(outbound: Outbound, id: string): Promise<string> {
  // These pages hold their reviews and are larger than others.
  const asked = { maxBytes: outboundBytes.picture, accept: 'text/html' };
  const page = await outbound.get(`${playLink(id)}&hl=en`, asked);
  if (page.status !== 200) throw new ProofRefusal(`Google Play shows no app ${id}.`);
  for (const { href } of readPage(page.body.toString('utf8')).anchors) {
    const [, address] = /^mailto:([^?\s]{1,64}@[a-z\d.-]{1,190})(?:\?|$)/i.exec(href) ?? [];
    if (address !== undefined) return address;
  }
  throw new ProofRefusal(`The Play listing of ${id} shows no email address of its developer.`);
}

/** Stored in place of the address, so that a later check can compare it. */
export const markOfAddress = (address: string): string => hashToken(`developer:${address.toLowerCase()}`);

/** Matches the token of any app and account. */
const tokenPattern = /naijabuilt-[0-9a-f]{32}/;

/** One for each app and account, so that a file that somebody else may read proves nothing for them. */
export const tokenOf = (secret: Uint8Array, { appId, userId }: Record<'appId' | 'userId', string>): string =>
  `naijabuilt-${markOfClient(`${appId}:${userId}`, 'proof', secret)}`;

// Which name a link proves, by the public suffix list: busha.co for https://www.busha.co/app, but a whole host for a
// shared one (busha.vercel.app), because its neighbours belong to others.

/** @returns the registrable domain of a host; null for a public suffix, an address made of numbers, or nothing */
export const registrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true });

export const hostOf = (link: string): string => URL.parse(link)?.hostname.replace(/\.$/, '') ?? '';

/**
 * The domain whose name a proof speaks of; null where anybody can choose the first word: a host below a domain
 * (kuda.evil.ng), a shared host (kuda.vercel.app), a repository, and an app of a store, whose id may look like a
 * domain.
 */
export function ownDomain({ name, way }: { name: string; way: ProofWay }): string | null {
  const isOfWebsite = way === 'file' || way === 'meta' || way === 'dns';
  return isOfWebsite && getDomain(name, { allowPrivateDomains: false }) === name ? name : null;
}
