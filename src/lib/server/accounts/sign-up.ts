import type { z } from 'zod';
import type { signupSchema } from '../../shared/accounts.ts';
import { newId } from '../platform/ids.ts';
import { quotas } from '../platform/quotas.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { recordEvent } from '../timeline/index.ts';
import { emailKey, findAccountByEmail, insertAccount } from './account-queries.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { askerOf, expectCode, mayMail } from './code-limits.ts';
import { issueCode } from './code-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { refuseWhenBusy } from './hash-thread.ts';
import { hashPassword } from './passwords.ts';
import { refuseGuessablePassword } from './refuse-password.ts';

type Signup = z.output<typeof signupSchema>;

export interface SignedUp {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
}

/** Above what hashing and two writes take on a slow machine. */
const stepMs = 250;

/**
 * Makes an account and mails its code. For a taken address the answer is the same, in the same time, and the address's
 * owner gets a mail that says so, once a minute at most.
 */
export async function signUp(context: AccountsContext, signup: Signup, client: Client): Promise<SignedUp> {
  const { audit, db, clock, limiter, mails, secret } = context;
  refuseWhenBusy(limiter.turnOf(client));
  await limiter.spend(quotas.signUps, { account: null, client });
  refuseGuessablePassword('password', signup.password, signup);
  const { firstname, lastname, email } = signup;
  const id = newId();

  await answerInSteps(stepMs, async () => {
    const passwordHash = await hashPassword(signup.password, limiter.turnOf(client));
    // Counted for every address, so that those that have an account take no longer.
    const isAllowed = await mayMail(context, email, client);
    await expectCode(context, client);
    const now = clock();
    try {
      await audit.write(client, async (trx, note) => {
        const existing = await findAccountByEmail(trx, email);
        if (existing) {
          if (isAllowed) await enqueueMail(trx, mails.alreadyRegistered(existing), now);
          await note('account.create-repeated', existing.id);
          return;
        }
        await insertAccount(trx, {
          id,
          email,
          email_key: emailKey(email),
          password_hash: passwordHash,
          firstname,
          lastname,
          phone_no: '',
          address: '',
          show_email: 1,
          show_phone: 1,
          show_address: 1,
          country: 'Nigeria',
          country_code: 'NG',
          about: '',
          tags: '[]',
          social_links: '{}',
          picture_id: null,
          handle: null,
          views: 0,
          is_verified: 0,
          created_at: now,
          updated_at: now,
        });
        await recordEvent(trx, { userId: id, category: 'SIGNUP', appId: null, at: now });
        const code = await issueCode(trx, { userId: id, now, secret, asker: askerOf(context, client) });
        if (isAllowed) await enqueueMail(trx, mails.verificationCode({ email, firstname }, code), now);
        await note('account.created', id);
      });
    } catch (error) {
      // Signed up twice at the same moment: the other request made the account and mailed its code.
      if (db.engine.uniqueViolation(error) !== 'email_key') throw error;
    }
  });
  context.wakeMail();
  return { id, email, firstname, lastname };
}
