import { namesApi } from '../../../lib/client/api/desk-api.ts';
import {
  addReservedNameSchema,
  changeReservedNameSchema,
  type NameReach,
  type ReservedNameJson,
} from '../../../lib/shared/schemas/desk.ts';
import { Note } from '../shell/parts.tsx';
import { NounList } from './NounList.tsx';

const reachWords: Record<NameReach, string> = {
  near: 'This name and similar ones',
  exact: 'Only names that look the same',
};

export const ReservedNames = () => (
  <NounList<ReservedNameJson>
    name="names"
    nouns={['reserved name', 'reserved names']}
    title="Reserved names"
    lead="Listings and profiles with one of these names are held, unless their account may use it."
    api={namesApi}
    isSearched
    addSchema={addReservedNameSchema}
    changeSchema={changeReservedNameSchema}
    fields={{
      name: { label: 'Name' },
      reach: { label: 'Applies to', options: reachWords },
      allowed: {
        label: 'Allowed accounts (optional)',
        kind: 'words',
        hint: 'Account ids, separated by spaces.',
      },
      note: { label: 'Note for staff (optional)' },
    }}
    label={({ name }) => name}
    show={({ name, reach, note, allowed }) => (
      <>
        <p>
          <b>{name}</b>
        </p>
        <Note>{reachWords[reach]}</Note>
        {note !== '' && <p className="small">{note}</p>}
        {allowed.length > 0 && <Note>Allowed: {allowed.join(', ')}</Note>}
      </>
    )}
  />
);
