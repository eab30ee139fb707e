import { beforeAll, expect, test } from 'vitest';
import type { Services } from '../../services.ts';
import { factFilters } from '../../../shared/schemas/facts/fact-filters.ts';
import type { FactsOf } from '../../edge/cache/cache-key.ts';
import { createAddressFacts } from './address-facts.ts';
import { createApi } from '../index.ts';

let factsOf: FactsOf;

beforeAll(() => {
  const api = createApi({
    // Describing the routes calls no service.
    services: {} as Services,
    siteUrl: 'http://naijabuilt.test',
    reportFault: () => undefined,
    isForeignKeyViolation: () => false,
  });
  factsOf = createAddressFacts(api);
});

test.each([
  [
    '/api/v1/app/',
    ['search', 'category', 'platform', 'phase', ...factFilters, 'sort', 'cursor'],
    false,
    true,
  ],
  ['/api/v1/app', ['search', 'category', 'platform', 'phase', ...factFilters, 'sort', 'cursor'], false, true],
  ['/api/v1/app/category_list/', [], false, false],
  ['/api/v1/app/social_list/', [], false, false],
  // The token is optional.
  ['/api/v1/app/exists/', ['name'], true, false],
  ['/api/v1/app/version/', ['app', 'cursor'], false, false],
  ['/api/v1/app/paystack/', [], false, true],
  ['/api/v1/app/paystack/views/', [], true, false],
  ['/api/v1/user/me/', [], true, false],
  ['/api/v1/user/sessions/', ['cursor'], true, false],
  ['/api/v1/user/generate-strong-password/', [], false, false],
  // An unverified user is shown to that user alone.
  ['/api/v1/user/some-id/', [], true, true],
  ['/api/v1/user/some-id/apps/', ['cursor'], false, true],
  ['/api/v1/user/some-id/portfolio/', [], false, true],
  ['/api/v1/user/some-id/views/', [], true, false],
  // Entries hold apps, which hold their owners' contacts.
  ['/api/v1/timeline/', ['user', 'cursor'], false, true],
  ['/api/v1/openapi.json', [], false, false],
  ['/api/v1/docs/', [], false, false],
  ['/api/v1/nothing/', [], false, false],
])('Reads the facts of %s from its route', (path, parameters, needsCaller, showsContacts) => {
  const facts = factsOf(path);
  expect({ ...facts, parameters: facts.parameters.map(({ name }) => name) }).toEqual({
    parameters,
    needsCaller,
    showsContacts,
  });
});
