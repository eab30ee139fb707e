import { restrictionsApi } from '../../../lib/client/api/desk-api.ts';
import {
  addRestrictionSchema,
  changeRestrictionSchema,
  type RestrictedAction,
  type RestrictionEffect,
  type RestrictionJson,
  type RestrictionKind,
} from '../../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { Note } from '../shell/parts.tsx';
import { NounList } from './NounList.tsx';

const kindWords: Record<RestrictionKind, string> = {
  email: 'Email addresses',
  network: 'A network',
  account: 'An account',
};
const actionWords: Record<RestrictedAction, string> = {
  'sign-up': 'Signing up',
  publish: 'Publishing',
  report: 'Reporting',
  contact: 'Contact details on the profile',
};
const effectWords: Record<RestrictionEffect, string> = { deny: 'Refused', hold: 'Held for review' };

const patternHints: Record<string, string> = {
  email: 'An address, or a pattern such as *@mail.example.',
  network: 'An address, or a network such as 203.0.113.0/24.',
  account: 'The id of the account.',
};

export const Restrictions = () => (
  <NounList<RestrictionJson>
    name="restrictions"
    nouns={['restriction', 'restrictions']}
    title="Restrictions"
    lead="What certain addresses, networks or accounts may not do for a time."
    api={restrictionsApi}
    isSearched
    addSchema={addRestrictionSchema}
    changeSchema={changeRestrictionSchema}
    fields={{
      kind: { label: 'Applies to', options: kindWords, isFixed: true },
      pattern: { label: 'Pattern', hint: ({ kind }) => patternHints[String(kind)], isFixed: true },
      action: { label: 'Action', options: actionWords, isFixed: true },
      effect: { label: 'Effect', options: effectWords, hint: 'Only publishing can be held.' },
      until: { label: 'Until (optional)', kind: 'time', hint: 'In your local time.' },
      reason: { label: 'Reason, for staff' },
    }}
    label={({ action, pattern }) => `${actionWords[action].toLowerCase()} for ${pattern}`}
    show={({ kind, pattern, action, effect, reason, until }) => (
      <>
        <p>
          <b>{pattern}</b>
        </p>
        <Note>{kindWords[kind]}</Note>
        <p className="small">
          {actionWords[action]}: {effectWords[effect].toLowerCase()},{' '}
          {until === null ? 'with no end date' : `until ${formatDateTime(until)}`}. {reason}
        </p>
      </>
    )}
  />
);
