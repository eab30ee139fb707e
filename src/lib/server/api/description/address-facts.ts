// Facts of each route for the page cache: which parameters a GET reads, whether it needs a caller, and whether its
// answer holds contact details. Read from the OpenAPI definitions, so that they match the routes.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '../environment.ts';
import { z } from 'zod';
import type { AddressFacts, FactsOf } from '../../edge/cache/cache-key.ts';

type Definition = OpenAPIHono['openAPIRegistry']['definitions'][number];
type Route = Extract<Definition, { type: 'route' }>['route'];

const unknown: AddressFacts = { parameters: [], needsCaller: false, showsContacts: false };

function parametersOf({ request }: Route): AddressFacts['parameters'] {
  const query: unknown = request?.query;
  if (query === undefined) return [];
  if (!(query instanceof z.ZodObject)) throw new TypeError('A query has to be described by an object.');
  return Object.keys(query.shape).map((name) => ({ name }));
}

/** '/api/v1/app/{name_id}/' as a pattern; the final slash is optional. */
function patternOf(path: string): RegExp {
  const escaped = path.replaceAll('.', '\\.').replace(/\/$/, '');
  return new RegExp(`^${escaped.replace(/\{[^}]+\}/g, '[^/]+')}/?$`);
}

/** @param api with all of its routes; the first that matches an address counts, as in the API itself */
export function createAddressFacts(api: OpenAPIHono<ApiEnv>): FactsOf {
  const routes = api.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route' || definition.route.method !== 'get') return [];
    const { route } = definition;
    const security = route.security ?? [];
    const needsCaller = security.length > 0;
    return {
      path: patternOf(route.path),
      facts: {
        parameters: parametersOf(route),
        needsCaller,
        showsContacts: 'x-shows-contacts' in route,
      },
    };
  });
  return (path) => routes.find((route) => route.path.test(path))?.facts ?? unknown;
}

/** The paths of all routes, such as /api/v1/app/{name_id}/. */
export function routesOf(api: OpenAPIHono<ApiEnv>): string[] {
  const definitions = api.openAPIRegistry.definitions;
  return [...new Set(definitions.flatMap((one) => (one.type === 'route' ? one.route.path : [])))];
}
