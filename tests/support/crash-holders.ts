// People of the crash proof who add and remove a second factor, use each recovery code once, and are suspended and
// opened again.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { appCode } from './authenticator.ts';
import { connect, type Connection } from './connection.ts';
import type { Staff } from './crash-desk.ts';
import { acknowledge, type Ledger } from './crash-ledger.ts';

const password = 'correct horse battery';
/** Access tokens are valid for 15 minutes. */
const loginEveryMs = 10 * 60_000;

interface HolderState {
  hasFactor: boolean;
  codesLeft: number;
  /** Recovery codes used since the account began. */
  uses: number;
  isSuspended: boolean;
}

export interface Holder {
  id: string;
  email: string;
  /** null while a login is needed. */
  access: string | null;
  loggedInAt: number;
  state: HolderState;
  /** The state after an unanswered write. */
  doubt: HolderState | undefined;
  codes: string[];
  used: string[];
  /** The code of the unanswered write. */
  doubtfulCode: string | undefined;
  /** Number of the bulk action that suspended the account. */
  bulk: string | null;
}

export const newHolder = (facts: Pick<Holder, 'id' | 'email' | 'access'>): Holder => ({
  ...facts,
  loggedInAt: performance.now(),
  state: { hasFactor: false, codesLeft: 0, uses: 0, isSuspended: false },
  doubt: undefined,
  codes: [],
  used: [],
  doubtfulCode: undefined,
  bulk: null,
});

/** Whether nobody knows a code that would let the person in again. */
export const isLockedOut = ({ access, codes, state }: Holder): boolean =>
  access === null && state.hasFactor && codes.length === 0;

interface Body {
  error?: string;
  access?: string;
  refresh?: string;
  second_factor?: { token: string };
  secret?: string;
  recovery_codes?: string[] | null;
  number?: string;
}

interface Options {
  ledger: Ledger;
  holder: Holder;
  origin: string;
  staff: readonly Staff[];
  isOver(): boolean;
}

interface Write {
  kind: string;
  path: string;
  json: object;
  access?: string | null;
  after: Partial<HolderState>;
  /** The recovery code that it uses up. */
  code?: string;
}

/** Writes until `isOver`, or until a request is not answered. */
export async function holdUntil({ ledger, holder, isOver, origin, staff }: Options): Promise<void> {
  const connection = connect(origin);
  const [first] = staff;
  if (!first) throw new Error('There is no staff.');

  /** @returns the answer to an acknowledged write, otherwise null */
  async function write({ kind, path, json, access, after, code }: Write): Promise<Body | null> {
    const state = { ...holder.state, ...after };
    Object.assign(holder, { doubt: state, doubtfulCode: code });
    if (code !== undefined) holder.codes = holder.codes.filter((one) => one !== code);
    const answer = await post(connection, path, json, access ?? undefined);
    if (answer === null || answer.status >= 300) {
      ledger.unanswered += 1;
      refused(kind, answer);
      return null;
    }
    Object.assign(holder, { state, doubt: undefined, doubtfulCode: undefined });
    if (code !== undefined) holder.used.push(code);
    acknowledge(ledger, kind);
    return answer.body;
  }

  function refused(kind: string, answer: Awaited<ReturnType<typeof post>>): false {
    if (answer !== null && answer.status !== 503)
      ledger.unexpected.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return false;
  }

  async function logIn(): Promise<boolean> {
    const answer = await post(connection, '/token/', { email: holder.email, password });
    let body = answer?.status === 200 ? answer.body : null;
    const token = answer?.body.second_factor?.token;
    if (body === null && token === undefined) return refused('login', answer);
    const code = holder.codes[0];
    if (token !== undefined && code !== undefined)
      body = await write({
        kind: 'login by recovery code',
        path: '/token/factor/',
        json: { token, recovery_code: code },
        code,
        after: { codesLeft: holder.state.codesLeft - 1, uses: holder.state.uses + 1 },
      });
    Object.assign(holder, { access: body?.access ?? null, loggedInAt: performance.now() });
    return body !== null;
  }

  async function addFactor(access: string): Promise<boolean> {
    const begun = await post(connection, '/user/factors/authenticator/', { password }, access);
    const secret = begun?.body.secret;
    if (secret === undefined) return refused('factor begun', begun);
    const added = await write({
      kind: 'factor added',
      path: '/user/factors/authenticator/confirm/',
      access,
      json: { code: appCode(secret, Date.now()) },
      after: { hasFactor: true, codesLeft: 10 },
    });
    Object.assign(holder, { codes: added?.recovery_codes ?? [], used: [] });
    return added !== null;
  }

  async function suspendAndReopen(): Promise<boolean> {
    if (!holder.state.isSuspended) {
      const form = {
        action: 'suspend',
        account: holder.id,
        policy: 'spam',
        public_reason: 'It is spam.',
        owner_reason: 'You have listed it twice.',
      };
      holder.access = null;
      const begun = await write({
        kind: 'suspension',
        path: '/desk/bulk/',
        json: form,
        access: first?.access ?? '',
        after: { isSuspended: true },
      });
      holder.bulk = begun?.number ?? null;
      if (!begun) return false;
    }
    const path = `/desk/bulk/${holder.bulk ?? ''}/undo/`;
    const undo = { kind: 'suspension undone', path, json: {}, access: first?.access ?? '' };
    return (await write({ ...undo, after: { isSuspended: false } })) !== null;
  }

  /** @returns false where a request was not answered */
  async function step(): Promise<boolean> {
    const { codes, state, used } = holder;
    if (state.isSuspended) return await suspendAndReopen();
    const isOld = performance.now() - holder.loggedInAt > loginEveryMs;
    if (holder.access === null || (isOld && (codes.length > 0 || !state.hasFactor))) return await logIn();
    const { access } = holder;
    if (!state.hasFactor) return await addFactor(access);
    const what = randomInt(20);
    const [code] = codes;
    if (code === undefined) {
      const path = '/user/factors/recovery-codes/';
      const write10 = { kind: 'recovery codes made', path, json: { password }, access };
      const made = await write({ ...write10, after: { codesLeft: 10 } });
      Object.assign(holder, { codes: made?.recovery_codes ?? [], used: [] });
      return made !== null;
    }
    if (what < 3 && codes.length > 4) return await suspendAndReopen();
    if (what < 5) {
      const path = '/user/factors/authenticator/remove/';
      const removal = { kind: 'factor removed', path, json: { password }, access };
      const removed = await write({ ...removal, after: { hasFactor: false, codesLeft: 0 } });
      Object.assign(holder, { codes: [], used: [] });
      return removed !== null;
    }
    const old = used[randomInt(Math.max(1, used.length))];
    if (what < 10 && old !== undefined) {
      const again = await post(connection, '/user/factors/prove/', { recovery_code: old }, access);
      return again?.status === 400 || refused('used recovery code', again);
    }
    const use = { path: '/user/factors/prove/', json: { recovery_code: code }, access, code };
    const after = { codesLeft: state.codesLeft - 1, uses: state.uses + 1 };
    return (await write({ kind: 'recovery code used', ...use, after })) !== null;
  }

  try {
    while (!isOver() && (await step()));
  } finally {
    connection.close();
  }
}

async function post(
  connection: Connection,
  path: string,
  json: object,
  access?: string,
): Promise<{ status: number; body: Body } | null> {
  const answer = await connection.send('POST', `/api/v1${path}`, json, access).catch(() => null);
  return answer && { status: answer.status, body: JSON.parse(answer.text) as Body };
}

/** Compares people with what was acknowledged to them. @returns a sentence for each that differs */
export async function compareHolders({ read }: OpenDatabase, holders: readonly Holder[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const holder of holders) {
    const { rows } = await sql<
      Record<'factors' | 'left' | 'uses' | 'suspended', number> & { bulk: string }
    >`select
      (select count(*) from totp_secrets where user_id = ${holder.id} and confirmed_at is not null) as factors,
      (select count(*) from recovery_codes where user_id = ${holder.id} and used_at is null) as "left",
      (select count(*) from audit_events where user_id = ${holder.id} and event = 'factor.recovery-code-used') as uses,
      (select count(*) from users where id = ${holder.id} and banned_at is not null) as suspended,
      (select number from bulk_actions where account_id = ${holder.id} order by id desc limit 1) as bulk
    `.execute(read as never);
    const [row] = rows;
    const found: HolderState = {
      hasFactor: Number(row?.factors) === 1,
      codesLeft: Number(row?.left),
      uses: Number(row?.uses),
      isSuspended: Number(row?.suspended) === 1,
    };
    const text = JSON.stringify(found);
    const allowed = [holder.state, ...(holder.doubt ? [holder.doubt] : [])].map((one) => JSON.stringify(one));
    if (!allowed.includes(text)) wrong.push(`${holder.email}: ${text}, and not ${allowed.join(' or ')}`);
    const { doubtfulCode: code } = holder;
    // A code whose use was not answered is unused, or refused from now on.
    if (code !== undefined) holder[found.uses > holder.state.uses ? 'used' : 'codes'].push(code);
    Object.assign(holder, {
      state: found,
      doubt: undefined,
      doubtfulCode: undefined,
      bulk: row?.bulk ?? null,
    });
    if (found.isSuspended) holder.access = null;
  }
  return wrong;
}
