// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md).
import { proofLimits } from './limits.ts';
import { proofWays, proofStates } from '../text/proof-texts.ts';
import { named, enumOf, z } from '../zod.ts';
import { formatDay } from '../text/dates.ts';

export interface ProofBadge {
  /** A domain such as busha.co, a repository such as github.com/busha/app, or the id of an app at Google Play. */
  name: string;
  /** When it was last found; milliseconds since 1970. */
  checkedAt: number;
}

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

export const badgeOf = ({ name, checkedAt }: ProofBadge): string =>
  `Owner of ${name}, checked ${formatDay(checkedAt)}`;
