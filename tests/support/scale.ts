/** How much of a proof is run: PROOF_SCALE=0.01 for a look, 1 for the whole. */
const scale = Number(process.env['PROOF_SCALE'] ?? 1);

export function scaled(count: number): number {
  return Math.max(1, Math.round(count * scale));
}
