// People with accounts, made as people make them: through the API and their mails.
import { createHmac, randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import type { TestClock } from './clock.ts';
import type { Mailbox } from './mailbox.ts';
import type { TokenPair } from './shapes.ts';
import type { StaffRole } from './site.ts';

export const password = 'correct horse battery';

export interface Person extends TokenPair {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  password: string;
  /** Of the authenticator app, which staff have. */
  totp: string;
}

interface Wanted {
  email?: string;
  firstname?: string;
  lastname?: string;
}

export interface People {
  /** Somebody who has signed up and entered the mailed code. */
  verified(wanted?: Wanted): Promise<Person>;
  /** Somebody who has signed up and logged in. */
  unverified(wanted?: Wanted): Promise<Person>;
  /** A member of staff whose session has proved an authenticator. */
  staff(role: StaffRole): Promise<Person>;
  /** Adds an authenticator app. @returns its secret, and the codes for the day it is lost */
  authenticator(pair: TokenPair): Promise<{ secret: string; uri: string; codes: string[] }>;
  /** Logs in again, with the code of the authenticator where there is one. */
  logIn(person: Person): Promise<void>;
  /** Proves the authenticator again, as the desk asks for after a while. */
  prove(person: Person): Promise<void>;
}

interface World {
  client: Client;
  mailbox: Mailbox;
  clock: TestClock;
  grantRole(email: string, role: StaffRole): Promise<void>;
}

/** The code that an authenticator app shows (RFC 6238). @param secret in base 32 */
export function appCode(secret: string, now: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function must<Body>(sent: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await sent;
  if (status >= 300) throw new Error(`${String(status)}: ${JSON.stringify(body)}`);
  return body;
}

export function createPeople({ client, mailbox, clock, grantRole }: World): People {
  async function signUp(wanted: Wanted): Promise<Person> {
    const email = `${randomUUID()}@example.com`;
    const form = { firstname: 'Ada', lastname: 'Obi', email, password, ...wanted };
    const { id } = await must(client.post<{ id: string }>('/user/', form));
    return { ...form, id, access: '', refresh: '', totp: '' };
  }

  const people: People = {
    async verified(wanted = {}) {
      const person = await signUp(wanted);
      const { email, id } = person;
      const code = await mailbox.code(email);
      const { data } = await must(client.post<{ data: TokenPair }>('/user/verify/', { email, id, code }));
      return Object.assign(person, data);
    },
    async unverified(wanted = {}) {
      const person = await signUp(wanted);
      await people.logIn(person);
      return person;
    },
    async staff(role) {
      const person = await people.verified();
      await grantRole(person.email, role);
      person.totp = (await people.authenticator(person)).secret;
      return person;
    },
    async authenticator(pair) {
      const own = client.as(pair);
      const path = '/user/factors/authenticator/';
      const begun = await must(own.post<{ secret: string; uri: string }>(path, { password }));
      const form = { code: appCode(begun.secret, clock()) };
      const { recovery_codes: codes } = await must(
        own.post<{ recovery_codes: string[] | null }>(`${path}confirm/`, form),
      );
      return { ...begun, codes: codes ?? [] };
    },
    async logIn(person) {
      const { email, totp } = person;
      const login = { email, password: person.password };
      type Begun = TokenPair & { second_factor?: { token: string } };
      const answer = await client.post<Begun>('/token/', login);
      const { second_factor: pending } = answer.body;
      if (!pending) return void Object.assign(person, await must(Promise.resolve(answer)));
      // A code is taken once.
      clock.advance(30_000);
      const code = appCode(totp, clock());
      Object.assign(
        person,
        await must(client.post<TokenPair>('/token/factor/', { token: pending.token, code })),
      );
    },
    async prove(person) {
      clock.advance(30_000);
      await must(client.as(person).post('/user/factors/prove/', { code: appCode(person.totp, clock()) }));
    },
  };
  return people;
}
