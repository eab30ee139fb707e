// The desk's routes of rules: reserved names, restrictions, links.
import { linkRuleSchema, reservedNameSchema, restrictionSchema } from '../../../shared/schemas/desk.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi, doneSchema, type ApiResult } from '../api.ts';
import { pageOf, pagePath } from '../paging.ts';

/** The routes of one kind of rule. The forms have checked what they send. */
function routesOf<Rule extends z.ZodType>(path: string, rule: Rule) {
  const page = pageOf(rule);
  const one = (id: string) => `${path}${encodeURIComponent(id)}/`;
  return {
    list: (q: string, next: string | null): Promise<ApiResult<z.infer<typeof page>>> =>
      callApi('GET', pagePath(path, { q }, next), page),
    add: (json: object): Promise<ApiResult<z.infer<Rule>>> => callApi('POST', path, rule, { json }),
    change: (id: string, json: object): Promise<ApiResult<z.infer<Rule>>> =>
      callApi('PATCH', one(id), rule, { json }),
    remove: (id: string) => callApi('DELETE', one(id), doneSchema),
  };
}

export const namesApi = routesOf('/desk/names/', reservedNameSchema);
export const restrictionsApi = routesOf('/desk/restrictions/', restrictionSchema);
export const linkRulesApi = routesOf('/desk/links/', linkRuleSchema);
