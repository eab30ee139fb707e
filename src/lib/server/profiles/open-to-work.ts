// Asks people whether they are still open to work, and ends it where nobody says so.
import { brand } from '../../shared/page/brand.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { askedDays, workDays } from '../../shared/schemas/work/work.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import { changeUser, composeMail, endWorkBefore, findWorkEnding } from '../accounts/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { ProfilesContext } from './context.ts';

/** Accounts of one transaction. */
const batch = 200;

/** Mails everybody once whose time ends within `askedDays`, and then ends what is over. */
export async function sweepOpenToWork(context: ProfilesContext): Promise<void> {
  const { clock, db, siteUrl } = context;
  const now = clock();
  for (;;) {
    const asked = await db.write(async (trx) => {
      const users = await findWorkEnding(trx, { after: now, before: now + askedDays * dayMs, limit: batch });
      for (const user of users) {
        await changeUser(trx, user.id, { work_asked_at: now });
        await enqueueMail(trx, composeMail(user, stillOpen(siteUrl)), now);
      }
      return users.length;
    });
    if (asked < batch) break;
  }
  await db.write(async (trx) => noteChanged(...(await endWorkBefore(trx, now)).map(dataKey.user)));
}

const stillOpen = (siteUrl: string) => ({
  subject: 'are you still open to work?',
  body: [
    `your profile on ${brand.name} says that you are open to work, for ${String(askedDays)} more days at most. Still open? Save it here once more, for another ${String(workDays)} days:`,
    { link: siteUrl + urls.updateProfilePart('work') },
    'If not, there is nothing to do: it ends by itself.',
  ],
});
