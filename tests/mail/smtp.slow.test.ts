// The outbox with a real SMTP server that works, is down for a while, drops connections, or refuses an address.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueueMail } from '../../src/lib/server/platform/mail/outbox.ts';
import { createSmtpTransport } from '../../src/lib/server/platform/mail/smtp-transport.ts';
import { runForRequest } from '../../src/lib/server/platform/request-id.ts';
import { createTestProduct, engines, type TestProduct } from '../support/test-product.ts';
import { readMail } from '../support/mailbox.ts';

/** How the SMTP server treats the next connections. */
type Behaviour = 'works' | 'drops' | 'busy' | 'refuses';

describe.each(engines)('The outbox over SMTP on %s', (engine) => {
  let product: TestProduct;
  let server: SMTPServer;
  let port: number;
  let behaviour: Behaviour;
  let received: string[];
  let now: number;

  async function listen(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect(_session, done) {
        if (behaviour === 'drops') {
          // The connection breaks before the greeting.
          for (const connection of server.connections) connection.close();
          return;
        }
        done();
      },
      onRcptTo({ address }, _session, done) {
        const refuse = (responseCode: number) => done(Object.assign(new Error('No.'), { responseCode }));
        if (behaviour === 'busy') refuse(451);
        else if (behaviour === 'refuses' && address.startsWith('refused')) refuse(550);
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
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
    await promise;
    port = (server.server.address() as AddressInfo).port;
  }

  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));

  beforeEach(async () => {
    port = 0;
    behaviour = 'works';
    received = [];
    now = Date.UTC(2026, 0, 1);
    await listen();
    product = await createTestProduct(engine, {
      clock: () => now,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'NaijaBuilt <mail@naijabuilt.test>' },
    });
  });
  afterEach(async () => {
    await product.dispose();
    await stop();
  });

  const write = (to: string) =>
    product.db.write((trx) =>
      enqueueMail(trx, { to, subject: 'Your code', text: 'ABCD2345', html: '<p>ABCD2345</p>' }, now),
    );
  const rows = () => product.db.read.selectFrom('outbox').selectAll().orderBy('id').execute();

  /** Moves the clock until every mail was sent or given up. */
  async function settle(): Promise<void> {
    for (let hour = 0; hour < 100; hour += 1) {
      await product.outbox.flush();
      if ((await rows()).every((row) => row.sent_at !== null || row.failed_at !== null)) return;
      now += 3_600_000;
    }
  }

  test('Sends a mail once, as text and HTML, and erases its body from the database', async () => {
    await runForRequest('abcd0123-7', () => write('ada@example.com'));
    await Promise.all([product.outbox.flush(), product.outbox.flush()]);
    await product.outbox.flush();
    expect(received).toHaveLength(1);
    expect(readMail(received[0] ?? '')).toMatchObject({ to: 'ada@example.com', subject: 'Your code' });
    expect(received[0]).toContain('text/html');
    expect(received[0]).toMatch(/^X-Request-Id: abcd0123-7\r$/im);
    expect(received[0]).toMatch(/^From: NaijaBuilt <mail@naijabuilt.test>/m);
    expect(await rows()).toMatchObject([{ tries: 1, text: '', html: '', sent_at: now }]);
  });

  test('Sends every mail once after the SMTP server was down', async () => {
    await stop();
    for (let index = 0; index < 5; index += 1) await write(`person${index}@example.com`);
    await product.outbox.flush();
    expect(await rows()).toMatchObject(
      Array.from({ length: 5 }, () => ({ tries: 1, sent_at: null, failed_at: null })),
    );
    // The back-off has not passed.
    await product.outbox.flush();
    expect((await rows()).every((row) => row.tries === 1)).toBe(true);
    now += 5_000;
    await product.outbox.flush();
    expect((await rows()).every((row) => row.tries === 2)).toBe(true);
    await listen();
    await settle();
    expect(received.map((mail) => readMail(mail).to).toSorted()).toEqual(
      Array.from({ length: 5 }, (_, index) => `person${index}@example.com`),
    );
  });

  test('Sends a new mail before the delayed ones after an outage', async () => {
    behaviour = 'busy';
    for (let index = 0; index < 3; index += 1) await write(`person${index}@example.com`);
    await product.outbox.flush();
    behaviour = 'works';
    // The others are due later.
    now += 4_000;
    await write('new@example.com');
    now += 2_000;
    await product.outbox.flush();
    expect(received.map((mail) => readMail(mail).to)[0]).toBe('new@example.com');
    expect(received).toHaveLength(4);
  });

  test.each(['drops', 'busy'] as const)('Sends the mail later when the SMTP server %s', async (state) => {
    behaviour = state;
    await write('ada@example.com');
    await product.outbox.flush();
    expect(received).toEqual([]);
    behaviour = 'works';
    await settle();
    expect(received).toHaveLength(1);
  });

  test('Gives up a mail whose address is refused for good, and sends the others', async () => {
    behaviour = 'refuses';
    await write('refused@example.com');
    await write('ada@example.com');
    await product.outbox.flush();
    expect(received.map((mail) => readMail(mail).to)).toEqual(['ada@example.com']);
    const refused = (await rows()).find((row) => row.recipient === 'refused@example.com');
    expect(refused).toMatchObject({ tries: 1, sent_at: null, failed_at: now, text: '', html: '' });
    expect(refused?.last_error).toMatch(/No\./);
  });

  test('Gives up a mail after three days of temporary refusals', async () => {
    behaviour = 'busy';
    await write('ada@example.com');
    await settle();
    const [row] = await rows();
    expect(row?.failed_at).not.toBeNull();
    expect((row?.failed_at ?? 0) - (row?.created_at ?? 0)).toBeGreaterThan(3 * 86_400_000);
  });

  test('Takes over a mail whose sender died', async () => {
    await write('ada@example.com');
    await product.db.write((trx) =>
      trx
        .updateTable('outbox')
        .set({ due_at: now + 120_000, tries: 1 })
        .execute(),
    );
    await product.outbox.flush();
    expect(received).toEqual([]);
    now += 120_000;
    await product.outbox.flush();
    expect(received).toHaveLength(1);
  });
});

describe('An SMTP login', () => {
  const mail = {
    requestId: null,
    id: '1',
    to: 'ada@example.com',
    subject: 'Your code',
    text: 'ABCD2345',
    html: '',
  };
  const commands: string[] = [];
  let server: SMTPServer;
  let port: number;

  beforeEach(async () => {
    commands.length = 0;
    // Offers no STARTTLS, as if an attacker had removed it.
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth({ username, password }, _session, done) {
        commands.push(username ?? '', password ?? '');
        done(null, { user: username ?? '' });
      },
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => {
          commands.push('mail');
          done();
        });
      },
    });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.listen(0, '127.0.0.1', () => resolve(undefined));
    await promise;
    port = (server.server.address() as AddressInfo).port;
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  async function send(url: string): Promise<void> {
    const transport = createSmtpTransport(url, 'mail@naijabuilt.test');
    try {
      await transport.send(mail);
    } finally {
      transport.close();
    }
  }

  // 0.0.0.0 is this machine under another name, and represents another machine here.
  test('Sends neither the login nor the mail unencrypted over a network', async () => {
    await expect(send(`smtp://ada:pass@0.0.0.0:${port}`)).rejects.toMatchObject({ refusal: null });
    expect(commands).toEqual([]);
  });

  test('Logs in unencrypted on this machine, and elsewhere when the operator allows it', async () => {
    await send(`smtp://ada:pass@127.0.0.1:${port}`);
    await send(`smtp://ada:pass@0.0.0.0:${port}?requireTLS=false`);
    expect(commands).toEqual(['ada', 'pass', 'mail', 'ada', 'pass', 'mail']);
  });

  test('Sends unencrypted without a login when the server offers no encryption', async () => {
    await send(`smtp://0.0.0.0:${port}`);
    expect(commands).toEqual(['mail']);
  });
});
