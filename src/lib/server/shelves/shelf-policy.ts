// What may stand on the shelves.
import type { AppListing } from '../../shared/schemas/apps.ts';
import type { QualityCheck } from '../../shared/schemas/shelves.ts';
import { messages } from '../../shared/text/messages.ts';
import type { ShelfTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';

const refuse = (sentence: string): AppError => new AppError(400, sentence, { apps: sentence });

/**
 * Editors pick what everybody can see and what passes every check, and never their own apps.
 * @throws AppError 400, or 403 for an app of the editor
 */
export function requirePickable(app: AppListing, checks: readonly QualityCheck[], editorId: string): void {
  if (app.owner.id === editorId) throw new AppError(403, messages.shelves.ownApp(app.name));
  const missing = checks.filter(({ isPassed }) => !isPassed);
  if (missing.length === 0) return;
  const needs = missing.map(({ name }) => messages.quality[name].label.toLowerCase()).join(', ');
  throw refuse(messages.shelves.unfit(app.name, needs));
}

/** A shelf that is over stays as visitors saw it. @throws AppError 409 */
export function requireNotOver({ ends_at }: Pick<ShelfTable, 'ends_at'>, now: number): void {
  if (ends_at <= now) throw new AppError(409, messages.shelves.over);
}

/** @throws AppError 400 */
export function requireFutureEnd(endsAt: number, now: number): void {
  if (endsAt <= now) throw new AppError(400, messages.shelves.pastEnd, { until: messages.shelves.pastEnd });
}
