/** The answer to the question for a second factor, as a form sends it: one of them, a passkey with its token. */
export type FactorAnswer = { code: string } | { recovery_code: string } | { passkey: string; token: string };
