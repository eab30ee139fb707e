// Cases of the desk, and decisions about them.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { CaseJson } from '../../src/lib/shared/schemas/moderation/decisions.ts';
import type { CaseKind, SubjectKind } from '../../src/lib/shared/schemas/moderation/cases.ts';
import type { ReportReason } from '../../src/lib/shared/schemas/moderation/policies.ts';
import { newId } from '../../src/lib/server/platform/ids.ts';
import type { Person } from './people.ts';
import { sendForm } from './send-form.ts';
import type { TestApi } from './test-api.ts';

let counter = 0;

export async function listApp(api: TestApi, owner: Person, name?: string): Promise<AppJson> {
  counter += 1;
  const form = {
    name: name ?? `Desk app ${counter} ${owner.email}`,
    description: 'An app.',
    website: 'https://a.ng',
  };
  const { status, body } = await sendForm<AppJson>(api, 'POST', '/app/', form, owner);
  if (status !== 201) throw new Error(`Listing an app: ${status} ${JSON.stringify(body)}`);
  return body;
}

interface Opening {
  kind?: CaseKind;
  subject: { kind: SubjectKind; id: string };
  ownerId: string | null;
  reason?: ReportReason;
  reporter?: Person;
}

/** Opens a case as a report does. */
export async function openCase(api: TestApi, opening: Opening): Promise<{ id: string; number: string }> {
  const { kind = 'report', subject, ownerId, reason = 'spam', reporter } = opening;
  const { clock, db, services } = api.product;
  return await db.write(async (trx) => {
    const now = clock();
    const opened = await services.desk.openCase(trx, { kind, subject, ownerId, reason, note: '', now });
    if (kind !== 'report') return opened;
    const id = newId();
    await trx
      .insertInto('reports')
      .values({
        id,
        number: id.slice(-13),
        case_id: opened.id,
        subject_kind: subject.kind,
        subject_id: subject.id,
        reason,
        message: 'This is not what it says.',
        link: '',
        state: 'open',
        reporter_id: reporter?.id ?? null,
        reporter_key: reporter?.id ?? id,
        name: reporter ? '' : 'Guest',
        email: reporter ? '' : `guest-${id.slice(-6)}@example.com`,
        follow_hash: null,
        address_hash: null,
        network_hash: null,
        created_at: now,
        opened_at: now,
        decided_at: null,
      })
      .execute();
    return opened;
  });
}

export async function caseOf(api: TestApi, staff: Person, number: string): Promise<CaseJson> {
  const headers = { authorization: `Bearer ${staff.access}` };
  const { status, body } = await api.request(`/desk/cases/${number}/`, { headers });
  if (status !== 200) throw new Error(`Reading a case: ${status} ${JSON.stringify(body)}`);
  return body as CaseJson;
}

export const ruling = {
  policy: 'spam',
  public_reason: 'It is spam.',
  owner_reason: 'You have listed it twice.',
} as const;

/** Decides a case as it stands. */
export async function decide(
  api: TestApi,
  staff: Person,
  number: string,
  form: Record<string, unknown>,
): ReturnType<TestApi['request']> {
  const { version } = await caseOf(api, staff, number);
  return await api.post(`/desk/cases/${number}/decisions/`, { version, ...ruling, ...form }, staff.access);
}
