import type { AstroGlobal } from 'astro';
import { urls } from '../lib/shared/addresses/urls.ts';
import { messages } from '../lib/shared/text/messages.ts';

/** An app that cannot be shown: a part of the result of `findApp` of the room `apps`. */
export interface Absence {
  kind: string;
  /** The operator's reason for removing it. */
  reason?: string;
  /** Number of the decision about it. */
  decision?: string | null;
}

/** @returns 410 for an app that was deleted or removed, 404 for an unknown one */
export function statusOfAbsence({ kind }: Absence): 404 | 410 {
  return kind === 'gone' || kind === 'removed' ? 410 : 404;
}

/** @returns the message for answers in plain text */
export function textOfAbsence({ kind, reason = '', decision = null }: Absence): string {
  if (kind !== 'removed') return `${messages.app.missing}\n`;
  const more = decision === null ? '' : ` The decision is at ${urls.decision(decision)}.`;
  return `${messages.app.removed} Reason: ${reason}${more}\n`;
}

/** Answers with the page of an address that leads nowhere (pages/[...path].astro). */
export const notFound = async (astro: AstroGlobal): Promise<Response> => await astro.rewrite('/not-found');
