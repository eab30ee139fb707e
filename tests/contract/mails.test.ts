// How mails leave: over SMTP, once, later when the server is away, and never unencrypted with a login.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readMail } from '../harness/mailbox.ts';
import { day, hour, minute, password, startProduct } from '../harness/product.ts';

type Behaviour = 'works' | 'drops' | 'busy' | 'refuses';
let behaviour: Behaviour = 'works';
let received: string[] = [];
const logins: string[] = [];

const refusal = (responseCode: number) => Object.assign(new Error('No.'), { responseCode });
const server = new SMTPServer({
  authOptional: true,
  // As if an attacker had removed it.
  disabledCommands: ['STARTTLS'],
  onAuth({ username = '' }, _session, done) {
    logins.push(username);
    done(null, { user: username });
  },
  onConnect(_session, done) {
    if (behaviour !== 'drops') done();
    else for (const connection of server.connections) connection.close();
  },
  onRcptTo({ address }, _session, done) {
    if (behaviour === 'busy') done(refusal(451));
    else if (behaviour === 'refuses' && address.startsWith('refused')) done(refusal(550));
    else done();
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      done();
    });
  },
});
server.on('error', () => undefined);
server.listen(0, '0.0.0.0');
await once(server.server, 'listening');
const { port } = server.server.address() as AddressInfo;
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const sent = () => received.map((raw) => readMail(raw).to);
let count = 0;

async function startMailing(url: string) {
  const product = await startProduct({
    env: { SMTP_URL: url, MAIL_FROM: 'NaijaBuilt <mail@naijabuilt.test>' },
  });
  const signUp = async (email = `person${String((count += 1))}@example.com`) => {
    const form = { firstname: 'Ada', lastname: 'Obi', email, password };
    expect((await product.client.post('/user/', form)).status).toBe(201);
    return email;
  };
  // Asking for the mails sends those that wait.
  const sendMails = async () => void (await product.mailbox.to());
  return { ...product, signUp, sendMails };
}

describe('A mail', async () => {
  const { clock, signUp, sendMails, logged } = await startMailing(`smtp://127.0.0.1:${String(port)}`);
  beforeEach(() => {
    behaviour = 'works';
    received = [];
  });

  test('Is sent once, as text and HTML, and names the request that caused it', async () => {
    const email = await signUp();
    await Promise.all([sendMails(), sendMails()]);
    await sendMails();
    expect(sent()).toEqual([email]);
    const { subject, html, raw } = readMail(received[0] ?? '');
    expect([subject, html.includes('<p')]).toEqual(['NaijaBuilt: your verification code', true]);
    expect(raw).toMatch(/^From: NaijaBuilt <mail@naijabuilt.test>/m);
    expect(raw).toMatch(/^X-Request-Id: [\w-]+\r?$/im);
  });

  test.each(['drops', 'busy'] as const)('Is sent once, later, where the server %s', async (state) => {
    behaviour = state;
    const emails = [await signUp(), await signUp()];
    await sendMails();
    expect(sent()).toEqual([]);
    behaviour = 'works';
    // It is not tried again at once, and a new one does not wait for those before.
    const next = await signUp();
    await sendMails();
    expect(sent()).toEqual([next]);
    clock.advance(minute);
    await sendMails();
    expect(sent().sort()).toEqual([...emails, next].sort());
    logged();
  });

  test('Is given up where its address is refused, and the others are sent', async () => {
    behaviour = 'refuses';
    await signUp('refused@example.com');
    const email = await signUp();
    await sendMails();
    expect(sent()).toEqual([email]);
    behaviour = 'works';
    clock.advance(day);
    await sendMails();
    expect(sent()).toEqual([email]);
    expect(logged().length).toBeGreaterThan(0);
  });

  test('Is given up after three days', async () => {
    behaviour = 'busy';
    await signUp();
    for (let hours = 0; hours < 80; hours += 4) {
      await sendMails();
      clock.advance(4 * hour);
    }
    behaviour = 'works';
    await sendMails();
    expect(sent()).toEqual([]);
    logged();
  });
});

// 0.0.0.0 is this machine under another name, and stands for another machine here.
test.each([
  ['Leaves neither the login nor the mail unencrypted over a network', 'ada:pass@0.0.0.0', '', [], 0],
  ['Logs in unencrypted on this machine', 'ada:pass@127.0.0.1', '', ['ada'], 1],
  ['Logs in unencrypted where the operator allows it', 'ada:pass@0.0.0.0', '?requireTLS=false', ['ada'], 1],
  ['Leaves unencrypted without a login where nothing else is offered', '0.0.0.0', '', [], 1],
])('%s', async (_what, host, query, names, mails) => {
  received = [];
  logins.length = 0;
  const { signUp, sendMails, logged } = await startMailing(`smtp://${host}:${String(port)}${query}`);
  await signUp();
  await sendMails();
  expect([logins, received.length]).toEqual([names, mails]);
  logged();
});
