// The routes of second factors.
import {
  type FactorAnswer,
  changedFactorsSchema,
  factorsSchema,
  newAuthenticatorSchema,
  passkeyOptionsSchema,
  provedSchema,
} from '../../shared/schemas/factors.ts';
import { callApi } from './api.ts';

const path = '/user/factors/';
const passkeyPath = (id: string) => `${path}passkeys/${encodeURIComponent(id)}/`;

/** Left out where a factor was proved a few minutes ago. */
const confirmed = (password: string) => ({ body: password === '' ? {} : { password } });

export const factorsApi = {
  list: () => callApi('GET', path, factorsSchema),
  askProof: () => callApi('POST', `${path}prove/options/`, passkeyOptionsSchema),
  prove: (answer: FactorAnswer) => callApi('POST', `${path}prove/`, provedSchema, { body: { ...answer } }),
  askNewPasskey: (password: string) =>
    callApi('POST', `${path}passkeys/options/`, passkeyOptionsSchema, confirmed(password)),
  addPasskey: (body: { token: string; name: string; passkey: string }) =>
    callApi('POST', `${path}passkeys/`, changedFactorsSchema, { body }),
  renamePasskey: (id: string, name: string) =>
    callApi('PATCH', passkeyPath(id), changedFactorsSchema, { body: { name } }),
  removePasskey: (id: string, password: string) =>
    callApi('POST', `${passkeyPath(id)}remove/`, changedFactorsSchema, confirmed(password)),
  beginAuthenticator: (password: string) =>
    callApi('POST', `${path}authenticator/`, newAuthenticatorSchema, confirmed(password)),
  confirmAuthenticator: (code: string) =>
    callApi('POST', `${path}authenticator/confirm/`, changedFactorsSchema, { body: { code } }),
  removeAuthenticator: (password: string) =>
    callApi('POST', `${path}authenticator/remove/`, changedFactorsSchema, confirmed(password)),
  makeRecoveryCodes: (password: string) =>
    callApi('POST', `${path}recovery-codes/`, changedFactorsSchema, confirmed(password)),
};
