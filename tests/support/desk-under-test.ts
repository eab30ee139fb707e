// Sends the operations of staff, appeals and second factors to the product beside its model.
import { ownerAppealPath } from '../../src/lib/server/moderation/appeals/appeal-links.ts';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import { appCode } from './authenticator.ts';
import type { Answered, DeskOperation, FactorOperation, Model, ModelDecision } from './directory-state.ts';
import type { TestApi } from './test-api.ts';

const ruling = {
  policy: 'spam',
  public_reason: 'It is spam.',
  owner_reason: 'You have listed it twice.',
} as const;

type ByStaff = Exclude<DeskOperation, { kind: 'report' | 'appeal' }>;

/** Staff of a lane by their index. They act through the desk's own functions, so that they need no fresh sessions. */
const staffAt = (staffIds: readonly string[], index: number) => ({
  userId: staffIds[index] ?? '',
  role: 'admin' as const,
  client: { address: '10.0.0.9', userAgent: 'test' },
});

/** @returns the status that the API gives to a refusal */
async function answered(status: number, work: () => Promise<Answered['body']>): Promise<Answered> {
  try {
    return { status, body: await work() };
  } catch (error) {
    if (error instanceof AppError) return { status: error.status, body: { error: error.message } };
    throw error;
  }
}

export async function sendByStaff(
  api: TestApi,
  model: Model,
  { operation, staffIds }: { operation: ByStaff; staffIds: readonly string[] },
): Promise<Answered> {
  switch (operation.kind) {
    case 'decide case': {
      const number = model.apps.find(({ id }) => id === operation.app)?.openCase ?? '';
      return await decideCase(api, staffAt(staffIds, operation.staff), number, operation.action);
    }
    case 'decide appeal': {
      const decision = model.decisions.find(({ id }) => id === operation.decision);
      const staff = staffAt(staffIds, 1 - (decision?.actor ?? 0));
      return await decideCase(api, staff, decision?.appeal?.caseNumber ?? '', operation.action);
    }
    case 'undo': {
      const number = model.bulks[operation.bulk]?.number ?? '';
      const staff = staffAt(staffIds, operation.staff);
      return await bulk(api, 200, () => api.product.services.desk.undoBulk(staff, number));
    }
    default: {
      const staff = staffAt(staffIds, operation.staff);
      const targets =
        operation.kind === 'suspend'
          ? { action: 'suspend' as const, listings: [], account: model.people[operation.person]?.id ?? '' }
          : { action: operation.action, listings: operation.apps };
      return await bulk(api, 201, () =>
        api.product.services.desk.beginBulk(staff, { ...ruling, ...targets }),
      );
    }
  }
}

/** Waits until no job is left. Another operation of the same moment may add one after this one's are done. */
async function settleJobs({ product: { db, jobs } }: TestApi): Promise<void> {
  const began = performance.now();
  for (;;) {
    await jobs.flush();
    const left = await db.read.selectFrom('jobs').select(['kind', 'last_error']).execute();
    if (left.length === 0) return;
    if (left.some(({ last_error }) => last_error !== null) || performance.now() - began > 30_000)
      throw new Error(`Jobs are left: ${JSON.stringify(left)}`);
  }
}

/** Waits for the job, and names the decisions that it made by their listings. */
async function bulk(
  api: TestApi,
  status: number,
  begin: () => Promise<{ number: string }>,
): Promise<Answered> {
  const { db } = api.product;
  return await answered(status, async () => {
    const { number } = await begin();
    await settleJobs(api);
    const rows = await db.read
      .selectFrom('decisions')
      .innerJoin('bulk_actions', 'bulk_actions.id', 'decisions.bulk_id')
      .select(['decisions.id', 'subject_id', 'reverses_id', 'decisions.action'])
      .where('bulk_actions.number', '=', number)
      .execute();
    // The undoing of a restoration holds, limits or removes again.
    const own = rows.filter(({ id }) => !rows.some((row) => row.reverses_id === id));
    const made = (
      status === 200 ? rows.filter((row) => rows.some(({ id }) => id === row.reverses_id)) : own
    ).map((row) => [row.subject_id ?? '', row.id] as const);
    return { number, made: Object.fromEntries(made), decided: made.map(([id]) => id).sort() };
  });
}

async function decideCase(
  api: TestApi,
  staff: ReturnType<typeof staffAt>,
  number: string,
  action: ModelDecision['action'],
): Promise<Answered> {
  const { db, jobs, services } = api.product;
  for (;;) {
    const row = await db.read
      .selectFrom('cases')
      .select(['id', 'version'])
      .where('number', '=', number)
      .executeTakeFirst();
    const form = { ...ruling, action, version: row?.version ?? 0, message: '', facts: [] };
    const restriction = { actions: ['publish' as const], days: 30 };
    const answer = await answered(201, async () => {
      await services.desk.decideCase(staff, number, {
        ...form,
        ...(action === 'restrict' && { restriction }),
      });
      // A suspension that is taken back brings the listings back in a job.
      await jobs.flush();
      return { id: row?.id };
    });
    // A report has joined the case meanwhile: staff look at it again.
    if (answer.status !== 409 || !String(answer.body['error']).includes('since you opened it')) return answer;
  }
}

/** @returns the answer, and the case that it opened or joined */
export async function sendAppeal(api: TestApi, decision: string): Promise<Answered> {
  const path = `${ownerAppealPath(api.product.secret, decision)}/`;
  const { status } = await api.post(path, { message: 'It is not spam: we have sold it for ten years.' });
  const row = await api.product.db.read
    .selectFrom('cases')
    .select('number')
    .where('decision_id', '=', decision)
    .executeTakeFirst();
  return { status, body: { case: row?.number } };
}

/** @returns the answer, and the case that it opened or joined */
export async function sendReport(api: TestApi, app: string, access: string): Promise<Answered> {
  const form = { about: `app:${app}`, reason: 'spam', message: 'It is listed twice, and says the same.' };
  const { status, body } = await api.post('/report/', form, access);
  const row = await api.product.db.read
    .selectFrom('cases')
    .innerJoin('reports', 'reports.case_id', 'cases.id')
    .select('cases.number')
    .where('reports.number', '=', String((body as Answered['body'])['number']))
    .executeTakeFirst();
  return { status, body: { case: row?.number } };
}

export async function sendOfFactor(
  api: TestApi,
  model: Model,
  operation: FactorOperation,
): Promise<Answered> {
  const post = async (path: string, json: object, access?: string): Promise<Answered> => {
    const { status, body } = await api.post(path, json, access);
    return { status, body: body as Answered['body'] };
  };
  const session = 'session' in operation ? model.sessions[operation.session] : undefined;
  const person = model.people['person' in operation ? operation.person : (session?.person ?? 0)];
  const access = session?.access ?? '';
  switch (operation.kind) {
    case 'add factor': {
      const { password } = operation;
      const begun = await post('/user/factors/authenticator/', { password }, access);
      if (begun.status !== 200) return begun;
      const right = { code: appCode(String(begun.body['secret']), model.now) };
      return await post('/user/factors/authenticator/confirm/', right, access);
    }
    case 'remove factor':
      return await post('/user/factors/authenticator/remove/', { password: operation.password }, access);
    case 'prove':
      return await post('/user/factors/prove/', { recovery_code: operation.code }, access);
    case 'log in by code': {
      const begun = await post('/token/', { email: person?.email, password: operation.password });
      const pending = begun.body['second_factor'] as { token: string } | undefined;
      if (!pending) return begun;
      return await post('/token/factor/', { token: pending.token, recovery_code: operation.code });
    }
  }
}
