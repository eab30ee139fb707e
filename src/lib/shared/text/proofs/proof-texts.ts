// Texts of the pages on which an owner proves an app, and on which somebody else claims it.
import { proofCodeMinutes } from '../../schemas/proofs/proofs.ts';

export const proofTexts = {
  title: 'Proof of owner',
  waiting: 'Fetching the proof...',
  proved: (name: string, checked: string, next: string): string =>
    `You have proved that you own ${name}. We found it on ${checked}, and look again on ${next}.`,
  failingTitle: 'Not found at the last look',
  failing: (name: string, next: string): string =>
    `Our last look for the proof of ${name} failed. The badge stays until three looks have failed; the next one is on ${next}.`,
  lapsedTitle: 'The proof has lapsed',
  lapsed: (name: string): string => `Three looks for the proof of ${name} have failed, so the badge is gone.`,
  blockedTitle: 'Not accepted',
  blocked: 'We do not accept a proof for this app.',
  noneTitle: 'Nothing is proved yet',
  none: 'Choose one of five ways. None of them costs money. Then the page of your app says what you own, and nobody else can pass for you.',
  impossible: '(not for this app)',
  repository: { label: 'Repository', hint: 'owner/name, or its address at GitHub' },
  code: { label: 'Code', hint: `From the mail, which lasts ${String(proofCodeMinutes)} minutes` },
  check: 'Check now',
  checking: 'Looking...',
  mailCode: 'Mail a code',
  mailAgain: 'Mail another code',
  codeSent: 'A code was mailed to the address in the Play listing. Enter it here.',
  found: (name: string): string => `Found. You have proved that you own ${name}.`,
  claimed: (name: string, number: string): string =>
    `Found. You have proved that you own ${name}. We look at your claim in case ${number}, and mail you.`,
  claimLink: 'Is this your app? Claim it',
  claimTitle: 'Claim this app',
  claimLead:
    'Somebody else has listed this app. Prove that its website, its repository or its Play listing is yours, and our staff decide whose listing it is.',
  claimLogin: 'Log in or create an account to claim this app.',
  claimOwn: 'This listing is yours already. On its own page you prove that the app is, too.',
  claimUnverified: 'Verify your account to claim an app.',
  claimNone: 'Choose one of five ways. None of them costs money. Nobody else sees what you try.',
  claimOpenTitle: 'We are looking at your claim',
  claimOpen: (name: string, number: string): string =>
    `You have proved that you own ${name}. Our staff look at it in case ${number}, which is open, and mail you what they decide. Leave the proof in its place until then.`,
  claimFailing: (name: string, number: string): string =>
    `You have claimed this app in case ${number}, which is open, but our last look for the proof of ${name} failed. Put it back: without a proof you do not get the listing.`,
  claimLapsed: (name: string, number: string): string =>
    `Three looks for the proof of ${name} have failed, so your claim in case ${number} does not count. Put the proof back and check again.`,
  claimDecidedTitle: 'Your claim was decided',
  claimDecided: (number: string): string =>
    `Our staff have decided case ${number}, and the listing stays with the account that has it. The mail about the case says why, and where to write if that is wrong.`,
  claimBlocked: 'We do not accept a proof of yours for this app.',
  notFound: 'Not proved yet',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'This browser does not let the site copy. Select the text.',
} as const;
