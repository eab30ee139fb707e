/** The columns of a listing whose owner has proved nothing, or whose links are others than those that were proved. */
export const noBadge = { proof_name: '', proof_checked_at: null, proved: '' } as const;
