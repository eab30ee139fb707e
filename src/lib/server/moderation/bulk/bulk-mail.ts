// One mail to each owner about all of their listings in a bulk action.
import { policies } from '../../../shared/schemas/policies.ts';
import type { BulkActionName } from '../../../shared/schemas/cases.ts';
import { appealDays } from '../../../shared/schemas/reports.ts';
import type { Letter } from '../../accounts/index.ts';
import { composeMail } from '../../accounts/index.ts';
import type { BulkActionTable, UserTable } from '../../platform/db/schema.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import { canBeMailed } from '../mails.ts';

/** Names that a mail lists. */
const namesInMail = 20;

const sentences: Record<Exclude<BulkActionName, 'suspend'>, string> = {
  limit:
    'the staff have taken these listings out of all lists and searches. Their pages can still be opened.',
  hold: 'the staff hold these listings. Only you see them until they are released.',
  remove: 'the staff have removed these listings. Their pages say that they were removed, and why.',
  restore: 'the staff have put these listings back. They can be seen as before.',
};

const heldAgain =
  'Our rules hold some of them again, because you have changed them meanwhile. Another mail says why, and what happens next.';

interface Affected {
  /** In any order: the mail sorts them, because rows of one millisecond have no order. Each has its page to appeal on. */
  listings: readonly { name: string; appealLink: string }[];
  count: number;
  /** Whether a rule holds some of them, because their owner has changed them meanwhile. */
  areHeldAgain?: boolean;
}

type About = Pick<BulkActionTable, 'owner_reason' | 'policy'> & { action: BulkActionName; isUndone: boolean };

/** @returns null where nobody can be mailed */
export function mailAboutBulk(
  { action, isUndone, owner_reason, policy }: About,
  owner: UserTable,
  { areHeldAgain = false, count, listings: unsorted }: Affected,
): MailMessage | null {
  if (action === 'suspend' || !canBeMailed(owner)) return null;
  const all = unsorted.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const listed = all.slice(0, namesInMail);
  const more = count > listed.length ? `\n- and ${String(count - listed.length)} more` : '';
  const list = { markdown: listed.map(({ name }) => `- ${name.replace(/[[\]*]/g, '')}`).join('\n') + more };
  const listings = count === 1 ? 'a listing of yours' : `${String(count)} of your listings`;
  const again = areHeldAgain ? [heldAgain] : [];
  const wrong = `If you think that this is wrong, appeal within ${String(appealDays)} days`;
  const appeal: Letter['body'] = [
    all.length === 1 ? `${wrong}:` : `${wrong}. Each listing has a page of its own for that:`,
    ...all.flatMap(({ name, appealLink }) => [...(all.length === 1 ? [] : [name]), { link: appealLink }]),
  ];
  if (isUndone) {
    const sentence =
      'the staff have taken back what they decided about these listings. They are as they were before.';
    // Without their restoration they are out of sight again.
    const body = [sentence, list, ...again, ...(action === 'restore' ? appeal : [])];
    return composeMail(owner, { subject: `about ${listings}`, body });
  }
  const { title, text } = policies[policy];
  const body: Letter['body'] = [sentences[action], list, ...again, `Reason: ${owner_reason}`];
  if (action !== 'restore') body.push(`Policy: ${title}. ${text}`, ...appeal);
  return composeMail(owner, { subject: `about ${listings}`, body });
}
