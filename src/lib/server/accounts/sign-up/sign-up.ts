import type { z } from 'zod';
import { brand } from '../../../shared/page/brand.ts';
import type { signupSchema } from '../../../shared/schemas/accounts.ts';
import { newId } from '../../platform/ids.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { refuseImpostor, refuseRestricted } from '../../rules/index.ts';
import { recordEvent } from '../../timeline/index.ts';
import {
  emailKey,
  emptyProfile,
  findAccountByEmail,
  findAccountsOfAddress,
  insertAccount,
} from '../account-queries.ts';
import { askerOf, expectCode, mayMail } from '../codes/code-limits.ts';
import { issueCode } from '../codes/code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { refuseWhenBusy } from '../passwords/hash-in-turn.ts';
import { hashPassword, saltOf } from '../passwords/passwords.ts';
import { lockPendings, makeRoom, pendingMs, placeholderKey } from './pending-queries.ts';
import { refuseGuessablePassword } from '../passwords/refuse-password.ts';
import { saltOfAddress, signupNetwork } from '../secrets.ts';

type Signup = z.output<typeof signupSchema>;

export interface SignedUp {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
}

/**
 * Creates a pending account and mails its code. For an address with a verified account it creates one too, which can
 * never be verified, and the mail says that there is an account. So this answer, its time and every later answer are
 * the same for both.
 * @throws AppError 403 for a restricted address or network, 400 for a guessable password or a reserved name, 429
 */
export async function signUp(context: AccountsContext, signup: Signup, client: Client): Promise<SignedUp> {
  const { audit, db, clock, limiter, mails, secret } = context;
  refuseWhenBusy(limiter.turnOf(client));
  // Before the quota, which people behind one address share: refused passwords must not use it up.
  refuseGuessablePassword('password', signup.password, signup);
  const { firstname, lastname, email } = signup;
  await refuseImpostor(db.read, { name: `${firstname} ${lastname}`, userId: null, field: 'firstname' });
  await limiter.spend(quotas.signUps, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'sign-up', email, address, accountId: null, now: clock() });
  const id = newId();
  const key = emailKey(email);
  const network = signupNetwork(client, secret);

  // For every address, so that one with an account takes no longer.
  const isAllowed = await mayMail(context, email, client);
  await expectCode(context, client);
  const known = await findAccountsOfAddress(db.read, email);
  const salt = known.map((row) => saltOf(row.password_hash)).find((found) => found !== null);
  const passwordHash = await hashPassword(
    signup.password,
    salt ?? saltOfAddress(key, secret),
    context.hashCost,
    limiter.turnOf(client),
  );
  const now = clock();
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(trx, db.engine, [key]);
    const isContested =
      (await makeRoom(trx, pendings, { network, passwordHash })) ||
      pendings.some((row) => row.is_contested === 1);
    await insertAccount(trx, {
      id,
      email,
      email_key: placeholderKey(id),
      pending_email_key: key,
      pending_until: now + pendingMs,
      signup_network: network,
      is_contested: isContested ? 1 : 0,
      password_hash: passwordHash,
      firstname,
      lastname,
      ...emptyProfile,
      show_email: signup.show_email ? 1 : 0,
      show_phone: 1,
      show_address: 1,
      // Until its owner gives a telephone number of another country.
      country: brand.country,
      country_code: 'NG',
      views: 0,
      is_verified: 0,
      created_at: now,
      updated_at: now,
    });
    await recordEvent(trx, { userId: id, category: 'SIGNUP', appId: null, at: now });
    // A code is created even if the mail will not contain it, so that trying a code takes the same statements.
    const asker = askerOf(context, client);
    const code = await issueCode(trx, { userId: id, now, secret, asker, isNamed: true });
    const mail = account ? mails.alreadyRegistered(account.email) : mails.verificationCode(email, code);
    if (isAllowed) await enqueueMail(trx, mail, now);
    await note(account ? 'account.create-repeated' : 'account.created', account?.id ?? id);
  });
  context.wakeMail();
  return { id, email, firstname, lastname };
}
