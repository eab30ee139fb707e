/** Lengths up to 8 double, longer ones are multiples of 8, and those over 64 multiples of 64. */
function roundedLength(length: number): number {
  if (length <= 8) return 2 ** Math.ceil(Math.log2(length));
  const step = length <= 64 ? 8 : 64;
  return Math.ceil(length / step) * step;
}

/**
 * The values for `in (…)`, the last one repeated. Lists of any length would make as many texts of the same statement,
 * each of which both engines have to plan before they keep it.
 */
export function atFewLengths<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  return [...values, ...Array<Value>(roundedLength(values.length) - values.length).fill(last)];
}
