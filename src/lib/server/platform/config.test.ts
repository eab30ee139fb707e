import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

describe('the configuration', () => {
  test('has a default for everything', () => {
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
      trustProxy: false,
      rateLimit: true,
      smtpUrl: undefined,
      workers: 1,
      edgeCache: true,
    });
  });

  test('takes what is given; an empty value counts as unset', () => {
    const given = {
      PORT: '8080',
      SITE_URL: 'https://apps.example.ng/',
      SAMPLE_DATA: 'off',
      DATABASE_URL: '',
      WORKERS: '2',
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
      workers: 2,
      edgeCache: false,
      mediaUrl: given.MEDIA_URL,
      drainSeconds: 5,
      // Not HOST: the public comes in there.
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
    });
    expect(parseConfig({ METRICS_HOST: '10.0.0.5' }).metricsHost).toBe('10.0.0.5');
    expect(parseConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism());
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['SITE_URL', 'apps.example.ng'],
    ['SITE_URL', 'ftp://apps.example.ng'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'http://localhost'],
    ['SAMPLE_DATA', 'maybe'],
    ['TRUST_PROXY', '1'],
    ['AUTH_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['LEGAL_REVIEWED', 'yes'],
    ['MEDIA_URL', 'https://bucket'],
    ['MEDIA_URL', 's3://bucket?endpoint=nowhere'],
    ['MEDIA_URL', 's3://bucket?endpont=https://s3.example.ng'],
    ['DATABASE_POOL', '0'],
    ['DRAIN_SECONDS', 'soon'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', '1.5'],
    ['WORKERS', 'all'],
    ['EDGE_CACHE', 'no'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
    try {
      parseConfig({ [name]: value });
    } catch (error) {
      const { message } = error as Error;
      expect(message.startsWith(`${name}=`)).toBe(true);
      expect(message).not.toContain('\n');
      if (['AUTH_SECRET', 'DATABASE_URL', 'SMTP_URL'].includes(name)) expect(message).not.toContain(value);
    }
  });
});
