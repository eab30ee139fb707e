// The pages that Lighthouse looks at, and the rows that some of them need.
import { setTimeout as sleep } from 'node:timers/promises';
import { deskOf, listApp, mailedPath, report } from '../tests/harness/desk.ts';
import type { ServerProcess } from '../tests/harness/process.ts';

export interface LookedAt {
  path: string;
  /** Whether it is kept out of search engines on purpose: then Lighthouse's audit of that does not count. */
  isUnlisted?: true;
}

interface Listed {
  name_id: string;
  owner: { id: string };
}

/** Pages of every site with apps, by their names in the table. */
export async function pagesOf(site: string): Promise<Record<string, LookedAt>> {
  const answer = await fetch(`${site}/api/v1/app/`);
  const { results } = (await answer.json()) as { results: Listed[] };
  const [app] = results;
  if (!app) throw new Error(`${site} has no apps to look at.`);
  return {
    home: { path: '/' },
    app: { path: `/app/${app.name_id}` },
    user: { path: `/user/${app.owner.id}` },
    search: { path: '/search' },
    apps: { path: '/apps' },
    counting: { path: '/how-we-count' },
    about: { path: '/about' },
    policies: { path: '/policies' },
    transparency: { path: '/transparency' },
    report: { path: `/report?about=app:${app.name_id}`, isUnlisted: true },
    code: { path: '/report/code?request=none', isUnlisted: true },
  };
}

/** Pages of a decision and of a question to an owner, which a new directory lacks. */
export async function trustPagesOf({
  client,
  mailbox,
  origin,
  people,
}: ServerProcess): Promise<Record<string, LookedAt>> {
  const [owner, reporter] = [await people.verified(), await people.verified()];
  const [asked, removed] = [await listApp(client.as(owner)), await listApp(client.as(owner))];
  await report(client.as(reporter), `app:${asked.id}`, { reason: 'facts' });
  await deskOf({ client }, await people.staff('moderator')).bulk('remove', [removed]);
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    await sleep(200);
    const page = await (await fetch(`${origin}/app/${removed.name_id}`)).text();
    const decision = /\/moderation\/[\w-]+/.exec(page)?.[0];
    const isMailed = (await mailbox.to(owner.email)).some(({ text }) => text.includes('/answer/'));
    if (decision !== undefined && isMailed)
      return {
        answer: { path: await mailedPath(mailbox, owner, '/answer/'), isUnlisted: true },
        moderation: { path: decision, isUnlisted: true },
      };
  }
  throw new Error('No question was mailed, or no listing removed.');
}
