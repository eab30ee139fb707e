/** Runs all tasks one after the other, also after one fails. @throws AggregateError with all errors at the end */
export async function settleInOrder(failure: string, ...tasks: (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, failure);
}
