// Examples of the rules of the desk, by the name of their schema.
import type {
  LinkRuleJson,
  ReservedNameJson,
  RestrictionJson,
} from '../../../shared/schemas/moderation/rules.ts';

const created = '2026-11-02T08:30:00.000Z';
const userId = '019a2b6e-7c00-7000-8000-00000000a0da';

const name: ReservedNameJson = {
  id: '019a4f10-3c00-7000-8000-0000000a3e01',
  name: 'Savanna Bank',
  reach: 'near',
  note: 'Asked for by the bank on 2 November.',
  allowed: [userId],
  created_at: created,
  updated_at: created,
};

const restriction: RestrictionJson = {
  id: '019a4f10-3c00-7000-8000-0000000a3e02',
  kind: 'email',
  pattern: 'promo*@mail.example',
  action: 'sign-up',
  effect: 'deny',
  reason: 'Two hundred accounts for spam.',
  until: '2027-02-01T00:00:00.000Z',
  created_at: created,
};

const link: LinkRuleJson = {
  id: '019a4f10-3c00-7000-8000-0000000a3e03',
  host: 'bit.ly',
  effect: 'hold',
  reason: 'Hides where it leads.',
  created_at: created,
};

const page = <Item>(item: Item) => ({ results: [item], next: null, previous: null, count: 1 });

export const ruleExamples: Record<string, unknown> = {
  AddLinkRule: { host: link.host, effect: link.effect, reason: link.reason },
  AddReservedName: { name: name.name, reach: name.reach, note: name.note, allowed: name.allowed },
  AddRestriction: {
    kind: restriction.kind,
    pattern: restriction.pattern,
    action: restriction.action,
    effect: restriction.effect,
    reason: restriction.reason,
    until: restriction.until,
  },
  ChangeLinkRule: { effect: 'deny' },
  ChangeReservedName: { allowed: [userId] },
  ChangeRestriction: { until: null },
  LinkRule: link,
  PagedLinkRules: page(link),
  PagedReservedNames: page(name),
  PagedRestrictions: page(restriction),
  ReservedName: name,
  Restriction: restriction,
};
