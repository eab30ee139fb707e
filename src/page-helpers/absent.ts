import { messages } from '../lib/shared/text/messages.ts';

/** What is known of an app that cannot be shown: part of what `findApp` of the apps slice answers. */
export interface Absence {
  kind: string;
  /** Why the operator has removed it. */
  reason?: string;
}

/** 410 for what was here and is gone for good or by a decision, 404 for what is not known. */
export function statusOfAbsence({ kind }: Absence): 404 | 410 {
  return kind === 'gone' || kind === 'removed' ? 410 : 404;
}

/** For answers that are plain text. */
export function textOfAbsence({ kind, reason = '' }: Absence): string {
  return kind === 'removed' ? `${messages.app.removed} Reason: ${reason}\n` : `${messages.app.missing}\n`;
}
