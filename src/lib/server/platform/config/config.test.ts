import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { ConfigError } from '../errors.ts';

describe('The configuration', () => {
  test('Has a default for every setting', () => {
    expect(parseConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4321,
      siteUrl: 'http://localhost:4321',
      dataDir: './data',
      databaseUrl: undefined,
      databasePool: 10,
      mediaUrl: undefined,
      drainSeconds: 0,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      sampleData: true,
      legalReviewed: false,
      contactEmail: 'hello@naijabuilt.example',
      trustProxy: false,
      rateLimit: true,
      smtpUrl: undefined,
      edgeCache: true,
    });
  });

  test('Takes given values, and an empty value as unset', () => {
    const given = {
      PORT: '8080',
      SITE_URL: 'https://apps.example.ng/',
      SAMPLE_DATA: 'off',
      DATABASE_URL: '',
      EDGE_CACHE: 'off',
      MEDIA_URL: 's3://apps?endpoint=http://127.0.0.1:9000&region=eu-west-1',
      DRAIN_SECONDS: '5',
      HOST: '0.0.0.0',
      METRICS_PORT: '9464',
    };
    expect(parseConfig(given)).toMatchObject({
      port: 8080,
      siteUrl: 'https://apps.example.ng',
      sampleData: false,
      databaseUrl: undefined,
      edgeCache: false,
      mediaUrl: given.MEDIA_URL,
      drainSeconds: 5,
      // Not HOST: the public comes in there.
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
    });
    expect(parseConfig({ METRICS_HOST: '10.0.0.5' }).metricsHost).toBe('10.0.0.5');
  });

  test('Takes the networks of several proxies', () => {
    const { trustProxy } = parseConfig({ TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32 192.0.2.7' });
    expect(trustProxy).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
  });

  test('Loads no samples in production settings, unless it is told to', () => {
    expect(parseConfig({ NODE_ENV: 'production' }).sampleData).toBe(false);
    expect(parseConfig({ NODE_ENV: 'production', SAMPLE_DATA: 'on' }).sampleData).toBe(true);
    expect(parseConfig({ NODE_ENV: 'development' }).sampleData).toBe(true);
  });

  test('Fakes other sites on a site of this machine only, and never in production', () => {
    const faked = { dns: '127.0.0.1:53', ca: 'PEM', port: 4430, addresses: ['127.0.0.2'] };
    const env = { OUTBOUND_TEST: JSON.stringify(faked) };
    expect(parseConfig(env).outbound).toEqual({ isOn: true, test: faked });
    expect(parseConfig({ OUTBOUND: 'off' }).outbound).toEqual({ isOn: false, test: undefined });
    const refused = 'is for tests only';
    expect(() => parseConfig({ ...env, NODE_ENV: 'production' })).toThrow(refused);
    expect(() => parseConfig({ ...env, SITE_URL: 'https://apps.example.ng' })).toThrow(refused);
    const elsewhere = { ...faked, addresses: ['10.0.0.1'] };
    expect(() => parseConfig({ OUTBOUND_TEST: JSON.stringify(elsewhere) })).toThrow(refused);
  });

  const onOrOff = 'must be on or off';
  const proxies = 'must be on or off, or the networks of your proxies, such as 10.0.0.0/8,2001:db8::/32';
  const anyPort = 'must be a whole number from 0 to 65535';
  const site = 'must be an http or https URL with nothing behind the host, such as https://apps.example.ng';
  const media = 'must be s3://bucket?endpoint=…&region=…, or unset for DATA_DIR/media';
  test.each([
    ['PORT', 'abc', anyPort],
    ['PORT', '70000', anyPort],
    ['PORT', '-1', anyPort],
    ['PORT', '80.5', anyPort],
    ['PORT', '0x50', anyPort],
    ['PORT', ' ', anyPort],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
    ['SITE_URL', 'apps.example.ng', site],
    ['SITE_URL', 'ftp://apps.example.ng', site],
    ['SITE_URL', 'https://example.ng/apps', site],
    ['SITE_URL', 'https://example.ng?apps', site],
    ['DATABASE_URL', 'mysql://localhost/x', 'must be a postgres:// URL, or unset for SQLite'],
    ['SMTP_URL', 'http://localhost', 'must be an smtp:// or smtps:// URL, or unset'],
    ['MAIL_FROM', 'NaijaBuilt', 'must be an address, such as NaijaBuilt <hello@apps.example.ng>'],
    ['SAMPLE_DATA', 'maybe', onOrOff],
    ['TRUST_PROXY', '1', proxies],
    ['TRUST_PROXY', '10.0.0.0/33', proxies],
    ['TRUST_PROXY', '10.0.0.0/8,proxy', proxies],
    ['TRUST_PROXY', ',', proxies],
    ['RATE_LIMIT', 'ON', onOrOff],
    ['EDGE_CACHE', 'no', onOrOff],
    ['AUTH_SECRET', 'short', 'must have 32 characters or more'],
    [
      'AUTH_SECRET',
      'not-a-secret-replace-me-with-32-or-more-random-characters',
      'is the example, which everybody can read. Make one of your own: openssl rand -hex 32',
    ],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['LEGAL_REVIEWED', 'yes', 'must be 1, once the terms and the privacy policy were reviewed, or 0'],
    ['MEDIA_URL', 'https://bucket', media],
    ['MEDIA_URL', 's3://bucket?endpoint=nowhere', 'its endpoint must be an http or https URL'],
    [
      'MEDIA_URL',
      's3://bucket?endpont=https://s3.example.ng',
      'knows endpoint, region and public, and not endpont',
    ],
    ['DATABASE_POOL', '0', 'must be a whole number from 1 to 500'],
    ['DATABASE_POOL', '501', 'must be a whole number from 1 to 500'],
    ['DRAIN_SECONDS', 'soon', 'must be a whole number from 0 to 60'],
    ['DRAIN_SECONDS', '61', 'must be a whole number from 0 to 60'],
  ])('%s=%s is refused in one line that names the allowed values', (name, value, sentence) => {
    const isSecret = ['AUTH_SECRET', 'DATABASE_URL', 'MEDIA_URL', 'SMTP_URL'].includes(name);
    const refused = new ConfigError(`${name}=${isSecret ? '…' : value}: ${sentence}`);
    expect(() => parseConfig({ [name]: value })).toThrow(refused);
  });

  test('Takes the one socket that systemd passes to this process, and refuses several', () => {
    const handed = (count: string, pid = process.pid) =>
      parseConfig({ LISTEN_PID: String(pid), LISTEN_FDS: count }).socket;
    expect([handed('1'), handed('0'), handed('1', process.ppid), handed('2', process.ppid)]).toEqual([
      3,
      undefined,
      undefined,
      undefined,
    ]);
    for (const count of ['2', 'many'])
      expect(() => handed(count)).toThrow(/^LISTEN_FDS=\w+: .+ takes one socket\./);
  });

  test('Refuses one port for two servers', () => {
    const refused = new ConfigError(
      'METRICS_PORT=4321: PORT is the same. Choose another port for one of the two.',
    );
    expect(() => parseConfig({ METRICS_PORT: '4321' })).toThrow(refused);
  });

  test('A refusal shows no password in the wrong variable, and has one line', () => {
    const none = 'takes no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    for (const given of [
      's3://AKIA:hush@bucket?region=af',
      's3://bucket?endpoint=https://me:hush@s3.example.ng',
      's3://bucket?public=https://me@s3.example.ng',
    ])
      expect(() => parseConfig({ MEDIA_URL: given })).toThrow(new ConfigError(`MEDIA_URL=…: ${none}`));
    expect(() => parseConfig({ MEDIA_URL: 's3://bucket?secretAccessKey=hush' })).toThrow(
      new ConfigError('MEDIA_URL=…: knows endpoint, region and public, and not secretAccessKey'),
    );
    for (const given of ['https://me:hush@example.ng', 'https://me:hu/sh@example.ng'])
      expect(() => parseConfig({ SITE_URL: given })).toThrow(
        new ConfigError(`SITE_URL=https://…@example.ng: ${site}`),
      );
    expect(() => parseConfig({ SAMPLE_DATA: 'on\noff' })).toThrow(
      new ConfigError(`SAMPLE_DATA=on off: ${onOrOff}`),
    );
  });
});
