// The desk's routes of rules: reserved names, restrictions, links.
import {
  linkRuleSchema,
  reservedNameSchema,
  restrictionSchema,
} from '../../../shared/schemas/moderation/rules.ts';
import { z } from '../../../shared/zod.ts';
import { callApi, type ApiResult } from '../api.ts';
import { pageOf, pagePath } from './paging.ts';

const success = z.object({ success: z.literal(true) });

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
    remove: (id: string) => callApi('DELETE', one(id), success),
  };
}

export const namesApi = routesOf('/desk/names/', reservedNameSchema);
export const restrictionsApi = routesOf('/desk/restrictions/', restrictionSchema);
export const linkRulesApi = routesOf('/desk/links/', linkRuleSchema);
