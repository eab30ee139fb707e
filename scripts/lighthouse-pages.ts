// The pages that Lighthouse looks at, and the rows that some of them need.
import { codeIn, mailsIn, type ReadMail } from '../tests/support/mailbox.ts';
import { asProcess } from '../tests/support/operator-command.ts';

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

const password = 'correct horse battery';
const mailMs = 30_000;

/**
 * Pages of a decision and of a question to an owner, which a new directory lacks.
 * @param dataDir of a server on SQLite
 */
export async function trustPagesOf(site: string, dataDir: string): Promise<Record<string, LookedAt>> {
  const post = async (path: string, body: object, access?: string): Promise<Record<string, string>> => {
    const authorization = access === undefined ? {} : { authorization: `Bearer ${access}` };
    const answer = await fetch(`${site}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
    });
    const json = (await answer.json()) as Record<string, string>;
    if (!answer.ok) throw new Error(`${path} answers ${String(answer.status)}: ${String(json['error'])}`);
    return json;
  };
  const mailTo = async (email: string, part: string): Promise<ReadMail> => {
    for (const deadline = Date.now() + mailMs; ;) {
      const mails = await mailsIn(dataDir);
      const mail = mails.findLast(({ to, subject, text }) => to === email && (subject + text).includes(part));
      if (mail) return mail;
      if (Date.now() > deadline) throw new Error(`No mail to ${email} with '${part}' came.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  // The data directory is kept between runs, so each run has its own people and apps.
  const run = String(Date.now());
  const join = async (name: string): Promise<{ email: string; access: string }> => {
    const email = `${name}.${run}@example.com`;
    await post('/user/', { firstname: name, lastname: 'Obi', email, password });
    await post('/user/verify/', { email, code: codeIn(await mailTo(email, 'code')) });
    const { access = '' } = await post('/token/', { email, password });
    return { email, access };
  };
  const [owner, reporter] = [await join('owner'), await join('reporter')];
  const list = async (name: string): Promise<string> => {
    const form = { name: `${name} ${run}`, description: 'An app.', website: 'https://example.ng' };
    return (await post('/app/', form, owner.access))['name_id'] ?? '';
  };
  const [asked, removed] = [await list('Asked'), await list('Removed')];
  const report = { reason: 'facts', message: 'The price on this page is wrong since March.' };
  await post('/report/', { about: `app:${asked}`, ...report }, reporter.access);
  const answer = /\/answer\/[\w-]+/.exec((await mailTo(owner.email, '/answer/')).text)?.[0];
  const [code, said] = await asProcess('scripts/moderate.ts')(
    { DATA_DIR: dataDir },
    'hide',
    removed,
    ...['--reason', 'The listing repeats another one.', '--policy', 'spam'],
  );
  if (code !== 0) throw new Error(said);
  const page = await (await fetch(`${site}/app/${removed}`)).text();
  const decision = /\/moderation\/[\w-]+/.exec(page)?.[0];
  if (answer === undefined || decision === undefined) throw new Error('A page has no link.');
  return {
    answer: { path: answer, isUnlisted: true },
    moderation: { path: decision, isUnlisted: true },
  };
}
