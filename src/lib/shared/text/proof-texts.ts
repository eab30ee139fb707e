// Words of proofs, and texts of the pages on which an owner proves an app and somebody else claims it.
import { proofCodeMinutes } from '../schemas/limits.ts';

export const proofWays = {
  file: 'A file on the website',
  meta: 'A tag on the front page',
  dns: 'A DNS record',
  repository: 'A file in a public repository',
  store: 'A code to the address of the Play listing',
} as const;
export type ProofWay = keyof typeof proofWays;

/** As staff read them. */
export const proofStates = {
  none: 'Not verified',
  proved: 'Verified',
  failing: 'Failing',
  lapsed: 'Lapsed',
  blocked: 'Blocked',
} as const;
export type ProofState = keyof typeof proofStates;

export const proofTexts = {
  title: 'Verify ownership',
  waiting: 'Loading...',
  proved: (name: string, checked: string, next: string): string =>
    `You have verified that you own ${name}. Last checked on ${checked}; next check on ${next}.`,
  failingTitle: 'Not found at the last check',
  failing: (name: string, next: string): string =>
    `The last check for ${name} failed. The badge stays until three checks have failed; the next one is on ${next}.`,
  lapsedTitle: 'Verification has lapsed',
  lapsed: (name: string): string => `Three checks for ${name} have failed, so the badge is gone.`,
  blockedTitle: 'Not accepted',
  blocked: 'We do not accept a proof for this app.',
  noneTitle: 'Not verified',
  none: 'Choose one of five ways, all free. The page of your app then says what you own, and nobody can impersonate you.',
  impossible: '(not for this app)',
  repository: { label: 'Repository', hint: 'owner/name, or its address at GitHub' },
  code: { label: 'Code', hint: `From the mail. It is valid for ${String(proofCodeMinutes)} minutes.` },
  check: 'Check now',
  checking: 'Checking...',
  mailCode: 'Mail a code',
  mailAgain: 'Mail another code',
  codeSent: 'A code was mailed to the address in the Play listing. Enter it here.',
  found: (name: string): string => `Found. You have verified that you own ${name}.`,
  claimed: (name: string, number: string): string =>
    `Found. You have verified that you own ${name}. We will review your claim in case ${number} and mail you.`,
  claimLink: 'Is this your app? Claim it',
  claimTitle: 'Claim this app',
  claimLead:
    'Somebody else has listed this app. Prove that its website, its repository or its Play listing is yours, and our staff will decide whose listing it is.',
  claimLogin: 'Log in or create an account to claim this app.',
  claimOwn: 'This listing is already yours. You can verify ownership of the app on its own page.',
  claimUnverified: 'Verify your account to claim an app.',
  claimNone: 'Choose one of five ways, all free. Nobody else sees what you try.',
  claimOpenTitle: 'We are looking at your claim',
  claimOpen: (name: string, number: string): string =>
    `You have verified that you own ${name}. Our staff are reviewing your claim in case ${number} and will mail you their decision. Leave the proof in place until then.`,
  claimFailing: (name: string, number: string): string =>
    `You have claimed this app in case ${number}, which is open, but the last check for ${name} failed. Put the proof back: without it you will not get the listing.`,
  claimLapsed: (name: string, number: string): string =>
    `Three checks for ${name} have failed, so your claim in case ${number} no longer counts. Put the proof back and check again.`,
  claimDecidedTitle: 'Your claim was decided',
  claimDecided: (number: string): string =>
    `Our staff have decided case ${number}, and the listing stays with the account that has it. The mail about the case says why, and where to write if you disagree.`,
  claimBlocked: 'We do not accept your proof for this app.',
  notFound: 'Not verified yet',
  copy: 'Copy',
  notCopied: 'Your browser does not let this site copy. Select the text instead.',
} as const;
