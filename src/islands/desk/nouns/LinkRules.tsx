import { linkRulesApi } from '../../../lib/client/api/desk-api.ts';
import {
  addLinkRuleSchema,
  changeLinkRuleSchema,
  type LinkEffect,
  type LinkRuleJson,
} from '../../../lib/shared/schemas/desk.ts';
import { NounList } from './NounList.tsx';

const effectWords: Record<LinkEffect, string> = { hold: 'Held for review', deny: 'Refused' };

export const LinkRules = () => (
  <NounList<LinkRuleJson>
    name="links"
    nouns={['link rule', 'link rules']}
    title="Links"
    lead="Listings that link to one of these hosts, or to a subdomain of it, are held or refused."
    api={linkRulesApi}
    isSearched
    addSchema={addLinkRuleSchema}
    changeSchema={changeLinkRuleSchema}
    fields={{
      host: { label: 'Host', hint: 'For example bit.ly. Includes its subdomains.', isFixed: true },
      effect: { label: 'Effect', options: effectWords },
      reason: { label: 'Reason, for staff' },
    }}
    label={({ host }) => host}
    show={({ host, effect, reason }) => (
      <>
        <p>
          <b>{host}</b>
        </p>
        <p className="small">
          {effectWords[effect]}. {reason}
        </p>
      </>
    )}
  />
);
