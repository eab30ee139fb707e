// Reports, cases and decisions, as the people send them and staff work on them.
import type { Answer, Client } from './client.ts';
import type { Mailbox } from './mailbox.ts';
import type { Person } from './people.ts';
import type { App, Paged, TokenPair } from './shapes.ts';

/** A case in the queue. */
export interface QueueItem {
  number: string;
  kind: string;
  state: string;
  reason: string;
  subject: { kind: string; id: string; name: string; path: string | null };
  reports: number;
  opened_at: string;
  due_at: string;
  is_overdue: boolean;
  waits_until: string | null;
  assigned_to: { id: string; name: string } | null;
  version: number;
}

export interface Decision {
  number: string;
  source: string;
  by: { id: string } | null;
  action: string;
  policy: string;
  public_reason: string;
  owner_reason: string;
  state_before: string;
  state_after: string;
  case_number: string | null;
  bulk_number: string | null;
}

export interface Strike {
  decision_number: string;
  policy: string;
  counts: boolean;
}

export interface Case extends Omit<QueueItem, 'subject'> {
  subject: { id: string; name: string; state: string; exists: boolean };
  owner: { id: string; name: string; email: string; is_suspended: boolean } | null;
  note: string;
  report_list: { message: string; reporter: { id: string | null; name: string; email: string } }[];
  events: { event: string; by: { id: string } | null; text: string }[];
  history: { event: string }[];
  other_listings: App[];
  other_listings_count: number;
  decisions: Decision[];
  strikes: Strike[];
  allowed_actions: string[];
  claims: { account: { id: string; email: string }; name: string; way: string; is_failing: boolean }[];
  appeal: { decision_number: string; party: string; text: string } | null;
}

/** What a preview says. */
export interface Preview {
  mails: { to: string; subject: string; text: string; html: string }[];
  state_before: string;
  state_after: string;
  gives_strike: boolean;
  listings: number;
}

/** What every decision has. */
export const ruling = {
  policy: 'spam',
  public_reason: 'It is spam.',
  owner_reason: 'You have listed it twice.',
};

export interface Desk {
  /** The newest case about something, in a state. @throws if there is none */
  find(subjectId: string, state?: 'open' | 'waiting' | 'decided', kind?: string): Promise<QueueItem>;
  show(number: string): Promise<Case>;
  /** Decides a case as it stands. */
  decide(number: string, form?: object): Promise<Answer<Decision>>;
  preview(number: string, form?: object): Promise<Answer<Preview>>;
  /** Begins a bulk action on listings or an account. */
  bulk(action: string, target: App[] | { id: string }): Promise<Answer<{ number: string }>>;
  /** Any change of a case as it stands, such as `claim`. */
  work(number: string, part: string, form?: object): Promise<Answer<object>>;
}

/** The desk as one member of staff uses it. */
export function deskOf({ client }: { client: Client }, staff: TokenPair): Desk {
  const as = client.as(staff);
  const desk: Desk = {
    async find(subjectId, state = 'open', kind) {
      const found: QueueItem[] = [];
      let next: string | null = `/desk/cases/?state=${state}${kind === undefined ? '' : `&kind=${kind}`}`;
      while (next !== null) {
        const { body }: Answer<Paged<QueueItem>> = await as.get<Paged<QueueItem>>(next);
        found.push(...body.results.filter(({ subject }) => subject.id === subjectId));
        ({ next } = body);
      }
      const [newest] = found.toSorted((one, other) => (one.opened_at < other.opened_at ? 1 : -1));
      if (!newest) throw new Error(`No case about ${subjectId} is ${state}.`);
      return newest;
    },
    async show(number) {
      const { body, status } = await as.get<Case>(`/desk/cases/${number}/`);
      if (status !== 200) throw new Error(`Case ${number}: ${String(status)} ${String(body.error)}`);
      return body;
    },
    decide: (number, form) =>
      desk.work(number, 'decisions', { ...ruling, ...form }) as ReturnType<Desk['decide']>,
    preview: (number, form) =>
      desk.work(number, 'decisions/preview', { ...ruling, ...form }) as ReturnType<Desk['preview']>,
    bulk: (action, target) => {
      const about = Array.isArray(target) ? { listings: target.map(({ id }) => id) } : { account: target.id };
      return as.post('/desk/bulk/', { ...ruling, action, ...about });
    },
    async work(number, part, form = {}) {
      const { version } = await desk.show(number);
      return await as.post(`/desk/cases/${number}/${part}/`, { version, ...form });
    },
  };
  return desk;
}

let count = 0;

/** Lists an app under a name of its own. */
export async function listApp(by: Client, more: object = {}): Promise<App> {
  const name = `Listed ${String((count += 1))}`;
  const facts = { name, description: 'Keeps the books.', website: 'https://one.ng', ...more };
  const { status, body } = await by.post<App>('/app/', facts);
  if (status !== 201) throw new Error(`Listing an app: ${String(status)} ${String(body.error)}`);
  return body;
}

/** The status of an answer and its sentence. */
export const said = ({ body, status }: Answer<object>): string => `${String(status)} ${body.error ?? ''}`;

export const complaint = 'It pretends to be our bank, which it is not.';

/** Reports something as a member. @returns the number of the report and the page to follow it on */
export async function report(
  by: Client,
  about: string,
  { reason = 'spam', message = complaint, ...more }: Record<string, string> = {},
): Promise<Answer<{ state: string; number: string; url: string }>> {
  return await by.post('/report/', { about, reason, message, ...more });
}

/** The path of the newest mailed link of a kind, such as '/appeal/'. */
export async function mailedPath(
  mailbox: Mailbox,
  { email }: Pick<Person, 'email'>,
  part: string,
): Promise<string> {
  const links = (await mailbox.to(email)).flatMap((mail) => mail.links.filter((link) => link.includes(part)));
  const link = links.at(-1);
  if (link === undefined) throw new Error(`No mail to ${email} has a link to ${part}.`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
