// Sentences about proofs of owners. No browser script needs the refusals, so they are not in `messages`.
import type { ProofBadge } from '../../schemas/proofs/proofs.ts';
import { formatDay } from '../dates/dates.ts';

export const badgeOf = ({ name, checkedAt }: ProofBadge): string =>
  `Owner of ${name}, checked ${formatDay(checkedAt)}`;

/** Each is a whole sentence that says what was looked for, what was found, and what to do. */
export const proofRefusals = {
  noWebsite: 'This app has no website link. Its owner can add one under Basic-info.',
  noDomain: (host: string) => `${host} is shared by many sites and belongs to none of them. Use another way.`,
  notFrontPage: (domain: string) =>
    `The website link names a page below ${domain}, which others may share. Use the file or the DNS record, or link to the front page.`,
  noFile: (address: string) => `There is no file at ${address} (404). Put it there and check again.`,
  badStatus: (address: string, status: number) =>
    `${address} answered with the error ${String(status)}. It has to answer 200, without a login.`,
  wrongToken: (address: string) =>
    `There is a file at ${address}, but this app's token is not in it. Its only line has to be the token.`,
  otherToken: (address: string) =>
    `The token at ${address} belongs to another app or account. Each app and account has a token of its own.`,
  pageForFile: (address: string) =>
    `${address} shows a web page instead of a text file: the site answers with it for addresses that it does not know.`,
  otherHost: (address: string, host: string) =>
    `${address} redirects to ${host}, which is another domain. Its own domain has to answer.`,
  notAPage: (address: string) => `${address} is not a web page, so it has no tags.`,
  noTag: (address: string) => `${address} has no tag named naijabuilt-verification in its HTML.`,
  wrongTag: (address: string) => `${address} has the tag, but its content is not the token of this app.`,
  noRecord: (name: string) =>
    `There is no TXT record at ${name} yet. A new record can take up to an hour to be seen everywhere.`,
  wrongRecord: (name: string) => `There is a TXT record at ${name}, but it is not the token of this app.`,
  noRepository: 'Give the repository as owner/name, or its address at GitHub.',
  repositoryMissing: (name: string) => `There is no public repository ${name}.`,
  noFileInRepository: (name: string) =>
    `${name} has no file .well-known/naijabuilt.txt on its default branch.`,
  wrongTokenInRepository: (name: string) => `The file in ${name} does not hold the token of this app.`,
  noLinkInRepository: (name: string, wanted: string) =>
    `Neither the page nor the README of ${name} links to ${wanted}.`,
  noPlayLink: 'This app has no link to Google Play. Its owner can add one under Download-links.',
  noStorePage: (id: string) => `Google Play shows no app ${id}.`,
  noStoreAddress: (id: string) => `The Play listing of ${id} publishes no address of its developer.`,
  otherStoreAddress: (id: string) =>
    `The Play listing of ${id} publishes another address than the one that proved it.`,
  wrongCode: 'That is not the code that was mailed.',
  codeExpired: 'The code has expired, or was tried too often. Ask for a new one.',
  codesOfDay: 'Too many codes were mailed to this developer today. Try again tomorrow, or use another way.',
  claimsOfDay: 'You have claimed many apps of others today. Try again tomorrow.',
  blocked: 'We have looked at this proof and do not accept it. Write to us if that is a mistake.',
  changed: 'The links of the app were changed meanwhile. Check again.',
} as const;

const wellKnown = '.well-known/naijabuilt.txt';

/** What to do, one way after the other. */
export const proofSteps = {
  file: (domain: string) => `Put a text file at this address of ${domain}. Its only line is the token.`,
  meta: (address: string) => `Put this tag into the head of ${address}.`,
  dns: (domain: string) => `Add a TXT record to the DNS of ${domain}.`,
  repository: (wanted: string) =>
    `Put a file ${wellKnown} with the token on the default branch of a public repository at GitHub that links to ${wanted}.`,
  store: (id: string) =>
    `We mail a code to the address of the developer that the Play listing of ${id} publishes.`,
};
