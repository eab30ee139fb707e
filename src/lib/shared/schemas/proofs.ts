// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md).
import { named, enumOf, z } from '../zod.ts';
import { formatDay } from '../text/dates.ts';

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

/** What a listing shows of its proof. */
export interface ProofBadge {
  /** A domain such as busha.co, a repository such as github.com/busha/app, or the id of an app at Google Play. */
  name: string;
  /** When it was last found; milliseconds since 1970. */
  checkedAt: number;
}

export const proofLimits = { repository: 200, code: 20, reason: 500 };

/** How long a mailed code can be entered. */
export const proofCodeMinutes = 30;

/** Where the token is looked for. */
export const proofPlaces = {
  file: '/.well-known/naijabuilt.txt',
  meta: 'naijabuilt-verification',
  dns: '_naijabuilt',
};

export const checkProofSchema = named('CheckProof', {
  way: enumOf(proofWays, 'Choose one of the five ways.'),
  repository: z
    .string()
    .trim()
    .max(proofLimits.repository, 'That is too long for the address of a repository.')
    .optional()
    .describe('With `repository`: owner/name, or its address at GitHub.'),
  code: z
    .string()
    .trim()
    .max(proofLimits.code, 'That is too long for a code.')
    .optional()
    .describe('With `store`: the mailed code. Without one, a code is mailed.'),
});
export type CheckProof = z.infer<typeof checkProofSchema>;

const instructionSchema = z.object({
  way: enumOf(proofWays),
  possible: z.boolean(),
  text: z.string().describe('What to do, or why this way is not possible for this app.'),
  copies: z
    .array(z.object({ label: z.string(), text: z.string() }))
    .describe('Texts to copy: where the token goes, and what goes there.'),
});
export type ProofInstruction = z.infer<typeof instructionSchema>;

/** What its account and staff see of a proof. */
export const proofFacts = {
  state: enumOf(proofStates).describe(
    '`failing`: the last check failed and the badge is still shown. `lapsed`: three checks have failed.',
  ),
  way: enumOf(proofWays).nullable(),
  name: z.string().describe('What was proved, such as busha.co; "" for nothing.'),
  checked_at: z.iso.datetime().nullable(),
  next_check_at: z.iso.datetime().nullable(),
  problem: z.string().describe('What was wrong at the last check, or why it is blocked; "" for nothing.'),
  is_owner: z.boolean().describe('False for a claim to a listing of somebody else.'),
  case: z.string().nullable().describe('Number of the case in which staff look at a claim.'),
};

export const ownProofSchema = named('OwnProof', {
  ...proofFacts,
  case_state: z.enum(['open', 'decided']).nullable().describe('Whether staff have decided that case.'),
  code_sent: z.boolean().describe('Whether a mailed code waits to be entered.'),
  token: z.string(),
  ways: z.array(instructionSchema),
});
export type OwnProofJson = z.infer<typeof ownProofSchema>;

export const proofBadgeSchema = named('Proof', {
  name: z.string().describe('What its owner has proved to control, such as busha.co.'),
  checked_at: z.iso.datetime(),
});

export const blockProofSchema = named('BlockProof', {
  action: z.enum(['block', 'free'], "'action' must be block or free."),
  reason: z
    .string('Give the reason.')
    .trim()
    .min(10, 'Give a reason of at least 10 characters.')
    .max(proofLimits.reason, 'Shorten the reason to 500 characters.'),
  account: z.string().max(64).optional().describe('Id of the account; left out for the owner.'),
});
export type BlockProof = z.infer<typeof blockProofSchema>;

// Texts of the pages on which an owner proves an app, and on which somebody else claims it.

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

export const badgeOf = ({ name, checkedAt }: ProofBadge): string =>
  `Owner of ${name}, checked ${formatDay(checkedAt)}`;
