// Checks and sends a member's report. Loaded when somebody touches the form, because schemas and API are large.
import { reportSchema } from '../../shared/schemas/reports.ts';
import { messages } from '../../shared/text/messages.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import { reportsApi } from '../api/reports-api.ts';
import { isLoggedIn } from '../session/session.ts';

/** The address to go to, or why the report was not sent. */
export type SentReport =
  | { kind: 'sent'; path: string }
  | { kind: 'as-guest' | 'refused'; sentence: string; fields: Record<string, string> };

/** @param fields of the form, without those that only guests send */
export async function sendReport(fields: Record<string, string>): Promise<SentReport> {
  const parsed = reportSchema.safeParse(fields);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const found = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
    return { kind: 'refused', sentence: issues[0]?.message ?? '', fields: found };
  }
  const answer = await reportsApi.report(fields);
  if (answer.kind === 'ok') {
    const { pathname, search } = new URL(answer.data.url);
    return { kind: 'sent', path: pathname + search };
  }
  // Without a session the API asks for the fields of guests, which the page has shown by now.
  if (!isLoggedIn()) return { kind: 'as-guest', sentence: reportMessages.loginEnded, fields: {} };
  if (answer.kind === 'network') return { kind: 'refused', sentence: messages.errors.connection, fields: {} };
  return { kind: 'refused', sentence: answer.error || messages.errors.server, fields: answer.fields };
}
