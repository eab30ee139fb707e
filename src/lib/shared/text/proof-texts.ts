// Words of proofs, and texts of the pages on which an owner proves an app and somebody else claims it.
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
  noneTitle: 'Not verified',
  claimTitle: 'Claim this app',
  claimLead:
    'Somebody else has listed this app. Prove that its website, its repository or its Play listing is yours, and our staff will decide whose listing it is.',
  claimOwn: 'This listing is already yours. You can verify ownership of the app on its own page.',
} as const;
