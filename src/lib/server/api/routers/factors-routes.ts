import {
  addPasskeySchema,
  changedFactorsSchema,
  confirmAuthenticatorSchema,
  confirmChangeSchema,
  factorsSchema,
  newAuthenticatorSchema,
  passkeyOptionsSchema,
  proveFactorSchema,
  provedSchema,
  renamePasskeySchema,
} from '../../../shared/schemas/factors/factors.ts';
import { bodyOf } from '../requests/body.ts';
import { createRoute, withoutKey } from '../requests/once.ts';
import { idOf, jsonOf, refusing } from '../router.ts';

const tags = ['Second factors'];
const security = [{ bearer: [] }];
const confirmed =
  'Asks for the password, or for a second factor that was proved within 10 minutes (403 with `code` `confirm`).';

export const listRoute = createRoute({
  method: 'get',
  path: '/user/factors/',
  operationId: 'listFactors',
  description: 'Names and dates only; no secret is ever answered again.',
  tags,
  security,
  summary: "One's own second factors",
  responses: { 200: jsonOf(factorsSchema, 'The factors.'), ...refusing(401) },
});

export const proveOptionsRoute = createRoute(
  {
    method: 'post',
    path: '/user/factors/prove/options/',
    operationId: 'proveOptions',
    description:
      'Only for an answer by passkey; codes need no question. 409 for an account without a passkey.',
    tags,
    security,
    summary: 'Asks for a passkey in a session',
    responses: { 200: jsonOf(passkeyOptionsSchema, 'What the browser needs.'), ...refusing(401) },
  },
  withoutKey('A new challenge takes the place of the one before.'),
);

export const proveRoute = createRoute({
  method: 'post',
  path: '/user/factors/prove/',
  operationId: 'proveFactor',
  description:
    'A proof opens the desk to staff for 12 hours, and counts as fresh for 10 minutes: for roles, suspensions, bulk ' +
    'actions and changes of factors.',
  tags,
  security,
  summary: 'Proves a second factor again',
  request: { body: bodyOf(proveFactorSchema) },
  responses: { 200: jsonOf(provedSchema, 'Proved.'), ...refusing(401) },
});

export const passkeyOptionsRoute = createRoute(
  {
    method: 'post',
    path: '/user/factors/passkeys/options/',
    operationId: 'addPasskeyOptions',
    description: `${confirmed} Beside another factor only the latter counts.`,
    tags,
    security,
    summary: 'Begins to add a passkey',
    request: { body: bodyOf(confirmChangeSchema) },
    responses: { 200: jsonOf(passkeyOptionsSchema, 'What the browser needs.'), ...refusing(401, 403) },
  },
  withoutKey('A new challenge takes the place of the one before.'),
);

export const addPasskeyRoute = createRoute({
  method: 'post',
  path: '/user/factors/passkeys/',
  operationId: 'addPasskey',
  description: 'The first factor comes with ten recovery codes, which are answered this once.',
  tags,
  security,
  summary: 'Adds a passkey',
  request: { body: bodyOf(addPasskeySchema) },
  responses: { 201: jsonOf(changedFactorsSchema, 'Added.'), ...refusing(401) },
});

export const renamePasskeyRoute = createRoute({
  method: 'patch',
  path: '/user/factors/passkeys/{id}/',
  operationId: 'renamePasskey',
  description: 'The name is for its owner alone.',
  tags,
  security,
  summary: 'Renames a passkey',
  request: { params: idOf('passkey'), body: bodyOf(renamePasskeySchema) },
  responses: { 200: jsonOf(changedFactorsSchema, 'Renamed.'), ...refusing(401, 404) },
});

export const removePasskeyRoute = createRoute({
  method: 'post',
  path: '/user/factors/passkeys/{id}/remove/',
  operationId: 'removePasskey',
  description: `${confirmed} Staff keep one factor: 409.`,
  tags,
  security,
  summary: 'Removes a passkey',
  request: { params: idOf('passkey'), body: bodyOf(confirmChangeSchema) },
  responses: { 200: jsonOf(changedFactorsSchema, 'Removed.'), ...refusing(401, 403, 404) },
});

export const beginAuthenticatorRoute = createRoute({
  method: 'post',
  path: '/user/factors/authenticator/',
  operationId: 'beginAuthenticator',
  description: `${confirmed} Beside another factor only the latter counts. It counts once a code of it was sent.`,
  tags,
  security,
  summary: 'Begins to add an authenticator app',
  request: { body: bodyOf(confirmChangeSchema) },
  responses: { 200: jsonOf(newAuthenticatorSchema, 'The secret of the app.'), ...refusing(401, 403) },
});

export const confirmAuthenticatorRoute = createRoute({
  method: 'post',
  path: '/user/factors/authenticator/confirm/',
  operationId: 'confirmAuthenticator',
  description: 'The first factor comes with ten recovery codes, which are answered this once.',
  tags,
  security,
  summary: 'Adds the authenticator app that shows this code',
  request: { body: bodyOf(confirmAuthenticatorSchema) },
  responses: { 200: jsonOf(changedFactorsSchema, 'Added.'), ...refusing(401) },
});

export const removeAuthenticatorRoute = createRoute({
  method: 'post',
  path: '/user/factors/authenticator/remove/',
  operationId: 'removeAuthenticator',
  description: `${confirmed} Staff keep one factor: 409.`,
  tags,
  security,
  summary: 'Removes the authenticator app',
  request: { body: bodyOf(confirmChangeSchema) },
  responses: { 200: jsonOf(changedFactorsSchema, 'Removed.'), ...refusing(401, 403, 404) },
});

export const recoveryCodesRoute = createRoute({
  method: 'post',
  path: '/user/factors/recovery-codes/',
  operationId: 'makeRecoveryCodes',
  description: confirmed,
  tags,
  security,
  summary: 'Makes ten new recovery codes; the old ones are void',
  request: { body: bodyOf(confirmChangeSchema) },
  responses: { 200: jsonOf(changedFactorsSchema, 'The new codes.'), ...refusing(401, 403) },
});
