// The orders of simultaneous operations on the model directory, and the ways to read them.
import { findApp } from './directory-apps.ts';
import { isVisible, type Model, type Operation } from './directory-state.ts';

/**
 * The ways to read a race. Requests find their listing before they store anything. So a change by an address that is an
 * old one by then, and leads nowhere while the listing is held, may be stored; and so may a report about a listing that
 * was held meanwhile.
 */
export function readingsOf(model: Model, operations: Operation[]): Operation[][] {
  let readings: Operation[][] = [[]];
  for (const operation of operations) {
    const found = foundBefore(model, operation);
    const ways = found ? [operation, found] : [operation];
    readings = readings.flatMap((before) => ways.map((way) => [...before, way]));
  }
  return readings;
}

/** @returns the operation on the listing that it found before the race; null where that makes no difference */
function foundBefore(model: Model, operation: Operation): Operation | null {
  if (operation.kind !== 'update' && operation.kind !== 'report') return null;
  const app = findApp(model, operation.app, model.sessions[operation.session]?.person ?? 0);
  if (!app) return null;
  if (operation.kind === 'update') return app.state === 'held' ? { ...operation, app: app.id } : null;
  return isVisible(model, app) ? { ...operation, app: app.id, wasVisible: true } : null;
}

export function permutations(list: number[]): number[][] {
  if (list.length <= 1) return [list];
  return list.flatMap((first) =>
    permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}
