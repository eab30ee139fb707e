// Which refusals of an SMTP server end the mails of lists to an account, and which are about us.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueueMail } from '../../src/lib/server/platform/mail/outbox.ts';
import { createOwner, createTestProduct, engines, type TestProduct } from '../support/test-product.ts';

const refusal = (responseCode: number, text = 'No.') => Object.assign(new Error(text), { responseCode });
const now = Date.UTC(2026, 0, 1);

describe.each(engines)('Mails that are refused for good on %s', (engine) => {
  let product: TestProduct;
  let server: SMTPServer;
  let refused: 'address' | 'network' | 'sender' | 'text';

  beforeEach(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_sender, _session, done) => done(refused === 'sender' ? refusal(553) : null),
      onRcptTo(_recipient, _session, done) {
        if (refused === 'address') done(refusal(550));
        else done(refused === 'network' ? refusal(550, '5.7.1 We take no mail from your network.') : null);
      },
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(refusal(554)));
      },
    });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.listen(0, '127.0.0.1', () => resolve(undefined));
    await promise;
    const { port } = server.server.address() as AddressInfo;
    const env = { SMTP_URL: `smtp://127.0.0.1:${String(port)}` };
    product = await createTestProduct(engine, { clock: () => now, env });
  });
  afterEach(async () => {
    await product.dispose();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test.each([
    ['address', true],
    ['network', false],
    ['sender', false],
    ['text', false],
  ] as const)(
    'Notes that an account gets no more mails of lists where the server refuses the %s: %s',
    async (part, isNoted) => {
      refused = part;
      const userId = await createOwner(product);
      const email = `refused-${userId}@example.com`;
      const unsubscribeUrl = 'https://naijabuilt.test/unsubscribe/x';
      await product.db.write(async (trx) => {
        await trx.updateTable('users').set({ email, email_key: email }).where('id', '=', userId).execute();
        const mail = { to: email, subject: 'New', text: 'New', html: '<p>New</p>', unsubscribeUrl };
        for (let n = 0; n < 2; n += 1) await enqueueMail(trx, mail, now);
        // The second one waits.
        const [first] = await trx.selectFrom('outbox').select('id').orderBy('id').limit(1).execute();
        await trx
          .updateTable('outbox')
          .set({ due_at: now + 60_000 })
          .where('id', '=', first?.id ?? '')
          .execute();
      });
      await product.outbox.flush();
      const mails = await product.db.read.selectFrom('outbox').selectAll().orderBy('id').execute();
      expect(mails.map(({ failed_at }) => failed_at)).toEqual([isNoted ? now : null, now]);
      const account = await product.db.read
        .selectFrom('users')
        .select('mail_refused_at')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      expect(account.mail_refused_at).toBe(isNoted ? now : null);
    },
  );
});
