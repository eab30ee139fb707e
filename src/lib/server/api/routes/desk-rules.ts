// The rules that staff keep: reserved names, restrictions and link rules. Each kind is listed, added to, changed and
// removed in the same way.
import type { z } from 'zod';
import {
  addLinkRuleSchema,
  addReservedNameSchema,
  addRestrictionSchema,
  changeLinkRuleSchema,
  changeReservedNameSchema,
  changeRestrictionSchema,
  linkRuleSchema,
  reservedNameSchema,
  restrictionSchema,
  ruleListSchema,
} from '../../../shared/schemas/desk.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { Services } from '../../services.ts';
import { moderator, type Staff } from '../middleware/caller.ts';
import { action, idOf, operation, pagedSchema, paging, type Operation, type OutputOf } from '../operation.ts';

const query = ruleListSchema.extend(paging.shape);

interface Kind<Rule extends z.ZodType, Add extends z.ZodType, Change extends z.ZodType> {
  path: `/desk/${string}/`;
  /** The noun, of one rule and of several. */
  noun: [one: string, many: string];
  /** As in the ids of operations and schemas. */
  id: [one: string, many: string];
  rule: Rule;
  list: { summary: string; description: string };
  add: { summary: string; description: string; form: Add };
  change: { description: string; form: Change };
  remove: { description: string };
  of(services: Services): {
    list(sent: z.output<typeof query>): Promise<Page<z.output<Rule>>>;
    add(staff: Staff, form: OutputOf<Add>): Promise<z.output<Rule>>;
    change(staff: Staff, id: string, form: OutputOf<Change>): Promise<z.output<Rule>>;
    remove(staff: Staff, id: string): Promise<unknown>;
  };
}

function operationsOf<Rule extends z.ZodType, Add extends z.ZodType, Change extends z.ZodType>({
  id: [one, many],
  noun: [noun, nouns],
  path,
  rule,
  of,
  ...texts
}: Kind<Rule, Add, Change>): Operation[] {
  const read = { tag: 'Desk', who: moderator } as const;
  const write = { ...read, limit: ['desk'] } as const;
  const answer = { answer: rule, says: `The ${noun}.` };
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  const ofOne = { params: idOf(noun) };
  return [
    operation(`GET ${path}`, `list${many}`, {
      ...read,
      ...texts.list,
      query,
      answer: pagedSchema(rule, `Paged${many}`),
      says: `One page of ${nouns}.`,
      run: async ({ page, query: sent, services }) => page(await of(services).list(sent), (item) => item),
    }),
    operation(`POST ${path}`, `add${one}`, {
      ...write,
      ...answer,
      ...texts.add,
      status: 201,
      run: ({ caller, form, services }) => of(services).add(caller, form),
    }),
    operation(`PATCH ${path}{id}/`, `change${one}`, {
      ...write,
      ...answer,
      ...texts.change,
      ...ofOne,
      summary: `Changes what is sent of ${article} ${noun}`,
      run: ({ caller, form, params, services }) => of(services).change(caller, params.id, form),
    }),
    action(`DELETE ${path}{id}/`, `remove${one}`, {
      ...write,
      ...texts.remove,
      ...ofOne,
      summary: `Removes ${article} ${noun}`,
      says: 'Removed.',
      run: ({ caller, params, services }) => of(services).remove(caller, params.id),
    }),
  ];
}

const stays = { description: 'Apps that it held stay held until staff decide.' };

export const ruleOperations = (): Operation[] => [
  ...operationsOf({
    path: '/desk/names/',
    noun: ['reserved name', 'reserved names'],
    id: ['ReservedName', 'ReservedNames'],
    rule: reservedNameSchema,
    list: {
      summary: 'Reserved names in the order of their letters',
      description: 'Those that hold the letters of `q`, however they are written.',
    },
    add: {
      summary: 'Reserves a name',
      description:
        'An app whose name passes for it, by anybody but the accounts in `allowed`, is held when it is listed or renamed. Apps that are listed already stay.',
      form: addReservedNameSchema,
    },
    change: {
      description: 'An account in `allowed` may use the name; the list replaces the one that is stored.',
      form: changeReservedNameSchema,
    },
    remove: stays,
    of: ({ rules }) => rules.names,
  }),
  ...operationsOf({
    path: '/desk/restrictions/',
    noun: ['restriction', 'restrictions'],
    id: ['Restriction', 'Restrictions'],
    rule: restrictionSchema,
    list: {
      summary: 'Restrictions, newest first',
      description: 'Those that have ended are shown for 30 days.',
    },
    add: {
      summary: 'Restricts an address, a network or an account',
      description:
        '`deny` refuses the action; `hold`, for publishing only, lets every new app wait for staff.',
      form: addRestrictionSchema,
    },
    change: {
      description: 'Whom it restricts and from what cannot be changed: remove it and add another one.',
      form: changeRestrictionSchema,
    },
    remove: { description: 'It ends at once.' },
    of: ({ rules }) => rules.restrictions,
  }),
  ...operationsOf({
    path: '/desk/links/',
    noun: ['link rule', 'link rules'],
    id: ['LinkRule', 'LinkRules'],
    rule: linkRuleSchema,
    list: { summary: 'Link rules, newest first', description: 'Those whose host holds `q`.' },
    add: {
      summary: 'Adds a rule for the links to a host',
      description:
        'It stands for the subdomains as well. `deny` refuses a listing that links there; `hold` lets it wait for staff.',
      form: addLinkRuleSchema,
    },
    change: {
      description: 'The host cannot be changed: remove the rule and add another one.',
      form: changeLinkRuleSchema,
    },
    remove: stays,
    of: ({ rules }) => rules.links,
  }),
];
