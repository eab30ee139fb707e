// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md).
import { z } from '../../zod.ts';

export const proofWays = ['file', 'meta', 'dns', 'repository', 'store'] as const;
export type ProofWay = (typeof proofWays)[number];

export const proofWayLabels: Readonly<Record<ProofWay, string>> = {
  file: 'A file on the website',
  meta: 'A tag on the front page',
  dns: 'A DNS record',
  repository: 'A file in a public repository',
  store: 'A code to the address of the Play listing',
};

export const proofStates = ['none', 'proved', 'failing', 'lapsed', 'blocked'] as const;
export type ProofState = (typeof proofStates)[number];

export const claimStates = ['open', 'decided'] as const;

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

export const checkProofSchema = z
  .object({
    way: z.enum(proofWays, 'Choose one of the five ways.'),
    repository: z
      .string()
      .trim()
      .max(proofLimits.repository, 'That is too long for the address of a repository.')
      .optional()
      .meta({ description: 'With `repository`: owner/name, or its address at GitHub.' }),
    code: z
      .string()
      .trim()
      .max(proofLimits.code, 'That is too long for a code.')
      .optional()
      .meta({ description: 'With `store`: the mailed code. Without one, a code is mailed.' }),
  })
  .meta({ id: 'CheckProof' });
export type CheckProof = z.infer<typeof checkProofSchema>;

const instructionSchema = z.object({
  way: z.enum(proofWays),
  possible: z.boolean(),
  text: z.string().meta({ description: 'What to do, or why this way is not possible for this app.' }),
  copies: z
    .array(z.object({ label: z.string(), text: z.string() }))
    .meta({ description: 'Texts to copy: where the token goes, and what goes there.' }),
});
export type ProofInstruction = z.infer<typeof instructionSchema>;

export const ownProofSchema = z
  .object({
    state: z.enum(proofStates).meta({
      description:
        '`failing`: the last check failed and the badge is still shown. `lapsed`: three checks have failed.',
    }),
    way: z.enum(proofWays).nullable(),
    name: z.string().meta({ description: 'What was proved, such as busha.co; "" for nothing.' }),
    checked_at: z.iso.datetime().nullable(),
    next_check_at: z.iso.datetime().nullable(),
    problem: z.string().meta({ description: 'What was wrong at the last check; "" for nothing.' }),
    is_owner: z.boolean().meta({ description: 'False for a claim to a listing of somebody else.' }),
    case: z.string().nullable().meta({ description: 'Number of the case in which staff look at a claim.' }),
    case_state: z.enum(claimStates).nullable().meta({ description: 'Whether staff have decided that case.' }),
    code_sent: z.boolean().meta({ description: 'Whether a mailed code waits to be entered.' }),
    token: z.string(),
    ways: z.array(instructionSchema),
  })
  .meta({ id: 'OwnProof' });
export type OwnProofJson = z.infer<typeof ownProofSchema>;

export const proofBadgeSchema = z
  .object({
    name: z.string().meta({ description: 'What its owner has proved to control, such as busha.co.' }),
    checked_at: z.iso.datetime(),
  })
  .meta({ id: 'Proof' });

export const blockProofSchema = z
  .object({
    action: z.enum(['block', 'free'], "'action' must be block or free."),
    reason: z
      .string('Give the reason.')
      .trim()
      .min(10, 'Give a reason of at least 10 characters.')
      .max(proofLimits.reason, 'Shorten the reason to 500 characters.'),
    account: z.string().max(64).optional().meta({
      description: 'Id of the account; left out for the owner.',
    }),
  })
  .meta({ id: 'BlockProof' });
export type BlockProof = z.infer<typeof blockProofSchema>;
