// Shared code of the operator's commands.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigError } from '../src/lib/server/platform/config/config.ts';

/** Errors whose message is one sentence for the operator; others are faults, which are shown with their stack. */
type PlainError = abstract new (...values: never[]) => Error;

/** Runs a command with the settings of `.env`. An error is printed, and ends the process with 1. */
export async function runCommand(
  work: () => void | Promise<void>,
  plain: readonly PlainError[] = [],
): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  try {
    await work();
  } catch (error) {
    const isPlain = [ConfigError, ...plain].some((type) => error instanceof type);
    console.error(isPlain && error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Prints how a command is used, and ends the process: with 0 for somebody who asked, with 2 otherwise. */
export function showHelp(help: string, isAsked: boolean | undefined): never {
  console.log(help);
  process.exit(isAsked ? 0 : 2);
}

export const inEnglish = (count: number): string => count.toLocaleString('en');

export const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

export const sumOf = (numbers: Iterable<number>): number =>
  Iterator.from(numbers).reduce((sum, one) => sum + one, 0);
