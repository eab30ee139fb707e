// Parts of the description that operations share: header fields, parameters and refusals.
import { brand } from '../../../shared/page/brand.ts';
import { refusalExample } from './examples.ts';
import { keptAnswers } from '../../platform/quotas/quotas.ts';

const { keyLength } = keptAnswers;

const refOf = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const headers = {
  ETag: {
    description: 'Changes with every byte of the answer. Send it back as `If-None-Match`.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds until trying again makes sense.', schema: { type: 'integer' } },
  Allow: { description: 'The methods that this address takes.', schema: { type: 'string' } },
  WwwAuthenticate: {
    description: '`Bearer` where a token is missing or not valid.',
    schema: { type: 'string' },
  },
  RequestId: { description: 'Is in the log, too.', schema: { type: 'string' } },
} as const;

const refusal = (description: string, named: Record<string, keyof typeof headers> = {}) => ({
  description,
  ...(Object.keys(named).length > 0 && {
    headers: Object.fromEntries(Object.entries(named).map(([name, key]) => [name, refOf('headers', key)])),
  }),
  content: {
    'application/json': { schema: refOf('schemas', 'Error'), example: refusalExample },
  },
});

const retry = { 'Retry-After': 'RetryAfter' } as const;

/** Shared responses by status. */
const responses: Record<number, object> = {
  304: {
    description: 'What the client has is still the answer. There is no body.',
    headers: { ETag: refOf('headers', 'ETag') },
  },
  400: refusal('Something in the request is not valid.'),
  401: refusal('Not logged in, or wrong credentials.', { 'WWW-Authenticate': 'WwwAuthenticate' }),
  403: refusal('Logged in, but not allowed.'),
  404: refusal('There is no such thing.'),
  405: refusal('The address does not take this method.', { Allow: 'Allow' }),
  408: refusal('The body took too long to arrive. The connection is closed.'),
  409: refusal('It is done already, or not as things stand, or the same request is being worked on.', retry),
  413: refusal('The request, or a file in it, is too large.'),
  415: refusal('The body is of a type that is not taken.'),
  422: refusal('The `Idempotency-Key` came with another request before.'),
  429: refusal('Too many requests.', retry),
  431: {
    description:
      'The header fields of the request are too large. There is no body, and the connection is closed.',
  },
  500: refusal('Unable to process request. `id` is in the log, too.', { 'X-Request-Id': 'RequestId' }),
  503: refusal('Too many at once, or the database or storage is away. Nothing was changed.', retry),
};

const nameOf = (status: number) => `Status${String(status)}`;

export const components = {
  headers,
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [nameOf(Number(status)), response]),
  ),
  parameters: {
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the answer that the client has: 304 where it is still the answer.',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Made up by the client, one for each thing that it wants done, such as a UUID. The same request with the same key is ' +
        'done once; within a day it is answered as it was the first time.',
      schema: { type: 'string', minLength: keyLength.min, maxLength: keyLength.max },
      example: '7c4f4b52-6a0e-4a83-9a3e-0f5d9d1d6c11',
    },
  },
};

/** @returns null for a status that is not shared */
export const responseOf = (status: number) =>
  status in responses ? refOf('responses', nameOf(status)) : null;
export const idempotencyKey = refOf('parameters', 'IdempotencyKey');
export const ifNoneMatch = refOf('parameters', 'IfNoneMatch');
export const etagHeader = { ETag: refOf('headers', 'ETag') };

export const tags = [
  { name: 'Accounts', description: 'Signing up, verifying, and passwords.' },
  { name: 'Apps', description: 'Listings: reading, searching, listing, changing and deleting.' },
  { name: 'Desk', description: 'The work of staff. Everybody else gets 404.' },
  { name: 'Following', description: 'Saved apps, followed apps and developers, and what is new of them.' },
  { name: 'Lists', description: 'Lists of apps that people make.' },
  { name: 'Moderation', description: 'Reports, appeals, policies, and decisions in the open.' },
  { name: 'Screenshots', description: 'Pictures of apps.' },
  { name: 'Second factors', description: 'Passkeys, authenticator apps and recovery codes.' },
  { name: 'Sessions', description: 'Logging in and out.' },
  { name: 'Tokens', description: 'Tokens with which programs change the apps of their owner.' },
  { name: 'Users', description: 'Profiles, and what a user may do with the own one.' },
  { name: 'Versions', description: 'Releases of apps.' },
];

export const infoOf = (siteUrl: string, email: string) => ({
  title: `${brand.name} API`,
  version: '1',
  summary: brand.description,
  description:
    'Paths end in `/`; the form without it works, too. Bodies are JSON, urlencoded or multipart, and all three mean the ' +
    'same; files need multipart. Every GET answers HEAD. Any origin may call it. Errors are `{ error, fields }`: one ' +
    'sentence for a person, and a sentence for each field that was refused.',
  contact: { name: brand.name, url: `${siteUrl}/about`, email },
  license: { name: 'MIT', identifier: 'MIT' },
});
