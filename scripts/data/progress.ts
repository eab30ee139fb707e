import { inEnglish } from '../command.ts';

/** Prints the progress of a step at most once a second. */
export function reporter(
  print: (line: string) => void,
): (step: string) => (done: number, total: number) => void {
  return (step) => {
    let shown = performance.now();
    return (done, total) => {
      const now = performance.now();
      if (now - shown < 1_000) return;
      shown = now;
      print(`  ${step}: ${inEnglish(done)} of ${inEnglish(total)}`);
    };
  };
}
