// The desk's routes of rules: reserved names, restrictions, links.
import type {
  LinkRuleJson,
  ReservedNameJson,
  RestrictionJson,
} from '../../../shared/schemas/moderation/rules.ts';
import { callApi, pagePath, type Paged } from '../api.ts';

/** The routes of one kind of rule. The forms have checked what they send. */
function routesOf<Rule>(path: string) {
  const one = (id: string) => `${path}${encodeURIComponent(id)}/`;
  return {
    list: (q: string, next: string | null) => callApi<Paged<Rule>>('GET', pagePath(path, { q }, next)),
    add: (json: object) => callApi<Rule>('POST', path, { json }),
    change: (id: string, json: object) => callApi<Rule>('PATCH', one(id), { json }),
    remove: (id: string) => callApi('DELETE', one(id)),
  };
}

export const namesApi = routesOf<ReservedNameJson>('/desk/names/');
export const restrictionsApi = routesOf<RestrictionJson>('/desk/restrictions/');
export const linkRulesApi = routesOf<LinkRuleJson>('/desk/links/');
