/** The output of a command: `console`, or the lines that a test reads. */
export interface CommandOutput {
  log(line: string): void;
  /** A line of standard error, or an unexpected error. */
  error(line: unknown): void;
}

/** A command of the operator, as a function. @returns its exit code */
export type RunCommand = (
  args: string[],
  env: Record<string, string | undefined>,
  output: CommandOutput,
) => Promise<number>;
