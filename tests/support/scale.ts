/** The share of a proof that runs: PROOF_SCALE=0.01 for a short run, 1 for a full one. */
const scale = Number(process.env['PROOF_SCALE'] ?? 1);

export function scaled(count: number): number {
  return Math.max(1, Math.round(count * scale));
}
