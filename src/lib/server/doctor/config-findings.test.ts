import { describe, expect, test } from 'vitest';
import { parseConfig } from '../platform/config/config.ts';
import { findInConfig, isPublicSite } from './index.ts';

const wellSetUp = {
  SITE_URL: 'https://apps.example.ng',
  SMTP_URL: 'smtp://mail.example.ng',
  CONTACT_EMAIL: 'hello@apps.example.ng',
  LEGAL_REVIEWED: '1',
};

const linesFor = (env: Record<string, string>): string[] => findInConfig(parseConfig(env));

describe('The findings about the environment', () => {
  test('Finds nothing in a complete configuration', () => {
    expect(linesFor(wellSetUp)).toEqual([]);
  });

  test.each([
    [
      { SITE_URL: '', HOST: '0.0.0.0' },
      'SITE_URL=http://localhost:4321: the server listens at 0.0.0.0 for other machines, but links and mails name this one. Set it to what visitors type, such as https://apps.example.ng.',
    ],
    [
      { SITE_URL: 'http://apps.example.ng' },
      'SITE_URL=http://apps.example.ng: passwords go over the network in clear. Put a proxy with TLS in front (docs/operations.md), and set it to the https address.',
    ],
    [
      { SMTP_URL: '' },
      'SMTP_URL: is not set, so mails land as files in DATA_DIR/outbox, and nobody gets the code that verifies an address. Set it to your mail server.',
    ],
    [
      { MAIL_FROM: 'NaijaBuilt <hello@naijabuilt.example>' },
      'MAIL_FROM=NaijaBuilt <hello@naijabuilt.example>: mail servers refuse a sender in .example. Set it to an address of yours.',
    ],
    [
      { CONTACT_EMAIL: 'hello@naijabuilt.example', MAIL_FROM: 'hello@apps.example.ng' },
      'CONTACT_EMAIL=hello@naijabuilt.example: nobody reads mail that is sent there. Set it to an address of yours.',
    ],
    [
      { LEGAL_REVIEWED: '' },
      'LEGAL_REVIEWED: is not set, so /terms and /privacy say that they are drafts. Have both reviewed, then set it to 1.',
    ],
  ])('Finds the mistake in %o', (change, line) => {
    expect(linesFor({ ...wellSetUp, ...change })).toEqual([line]);
  });

  test('Reports of a trial on this machine only what applies to every site', () => {
    expect(linesFor({})).toEqual([
      'CONTACT_EMAIL=hello@naijabuilt.example: nobody reads mail that is sent there. Set it to an address of yours.',
    ]);
    for (const env of [
      {},
      { HOST: '::1' },
      { SITE_URL: 'http://apps.localhost:4321' },
      { SITE_URL: 'https://apps.test' },
    ])
      expect(isPublicSite(parseConfig(env))).toBe(false);
    for (const env of [{ HOST: '::' }, { HOST: '10.0.0.4' }, { SITE_URL: 'https://127.example.ng' }])
      expect(isPublicSite(parseConfig(env))).toBe(true);
  });
});
