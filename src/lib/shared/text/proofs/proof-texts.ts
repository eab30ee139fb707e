// Texts of the page on which an owner proves an app.
export const proofTexts = {
  waiting: 'Fetching the proof ...',
  proved: (name: string, checked: string, next: string): string =>
    `You have proved that you own ${name}. We found it on ${checked}, and look again on ${next}.`,
  failing: (name: string, next: string): string =>
    `Our last look for the proof of ${name} failed. The badge stays until three looks have failed; the next one is on ${next}.`,
  lapsed: (name: string): string => `Three looks for the proof of ${name} have failed, so the badge is gone.`,
  blocked: 'We do not accept a proof for this app.',
  noneTitle: 'Nothing is proved yet',
  none: 'Choose one of five ways. None of them costs money. Then the page of your app says what you own, and nobody else can pass for you.',
  repository: { label: 'Repository', hint: 'owner/name, or its address at GitHub' },
  code: { label: 'Code', hint: 'From the mail, which lasts 30 minutes' },
  check: 'Check now',
  checking: 'Looking ...',
  mailCode: 'Mail a code',
  mailAgain: 'Mail another code',
  codeSent: 'A code was mailed to the address in the Play listing. Enter it here.',
  found: (name: string): string => `Found. You have proved that you own ${name}.`,
  claimed: (name: string, number: string): string =>
    `Found. You have proved that you own ${name}. We look at your claim in case ${number}, and mail you.`,
  notFound: 'Not proved yet',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'This browser does not let the site copy. Select the text.',
} as const;
