/** All of them, one after the other, whether one fails or not. @throws what went wrong, once all have had their turn */
export async function inTurn(failure: string, ...tasks: (() => unknown)[]): Promise<void> {
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
