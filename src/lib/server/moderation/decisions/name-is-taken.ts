import type { Engine } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * A listing whose name was released cannot come back while another one has the name.
 * @returns a handler that throws AppError 409 for that, and every other error again
 */
export function nameIsTaken(engine: Pick<Engine, 'uniqueViolation'>): (error: unknown) => never {
  return (error) => {
    const isTaken = error instanceof AppError && 'name' in error.fields;
    if (!isTaken && !/name_(key|id)/.test(engine.uniqueViolation(error) ?? '')) throw error;
    throw new AppError(
      409,
      'Another listing has taken its name since it was released. Rename or remove that one first.',
    );
  };
}
