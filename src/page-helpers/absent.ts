import { messages } from '../lib/shared/text/messages.ts';

/** An app that cannot be shown: a part of the result of `findApp` of the apps slice. */
export interface Absence {
  kind: string;
  /** The operator's reason for removing it. */
  reason?: string;
}

/** @returns 410 for an app that was deleted or removed, 404 for an unknown one */
export function statusOfAbsence({ kind }: Absence): 404 | 410 {
  return kind === 'gone' || kind === 'removed' ? 410 : 404;
}

/** @returns the message for answers in plain text */
export function textOfAbsence({ kind, reason = '' }: Absence): string {
  return kind === 'removed' ? `${messages.app.removed} Reason: ${reason}\n` : `${messages.app.missing}\n`;
}
