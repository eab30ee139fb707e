import { useState } from 'react';
import { categoriesApi } from '../../../lib/client/api/desk-api.ts';
import { categoryLimits } from '../../../lib/shared/schemas/categories.ts';
import {
  addCategorySchema,
  changeCategorySchema,
  type DeskCategory,
  type StaffJson,
} from '../../../lib/shared/schemas/desk.ts';
import { FieldFrame } from '../../forms/Field.tsx';
import { ActionButton } from '../shell/actions.tsx';
import { useLoaded, WithLoaded } from '../shell/loading.tsx';
import { MoveButtons, Note } from '../shell/parts.tsx';
import { counted } from '../shell/words.ts';
import { NounList, type RowTools } from './NounList.tsx';

export function Categories({ me: { role } }: { me: StaffJson }) {
  const isAdmin = role === 'admin';
  return (
    <NounList<DeskCategory>
      name="categories"
      nouns={['category', 'categories']}
      lead={
        isAdmin
          ? 'Changes apply immediately on every page. Old names and addresses lead to the new ones.'
          : 'Only admins can change categories.'
      }
      mayChange={isAdmin}
      api={categoriesApi}
      addSchema={addCategorySchema}
      changeSchema={changeCategorySchema}
      changeWord="Rename"
      fields={{ name: { label: 'Name', max: categoryLimits.name } }}
      label={({ name }) => name}
      show={({ name, listings, former_names: formerNames }) => (
        <>
          <p>
            <b>{name}</b> <span className="soft">{counted(listings, 'listing')}</span>
          </p>
          {formerNames.length > 0 && <Note>Old names: {formerNames.join(', ')}</Note>}
        </>
      )}
      canRemove={({ listings }) => listings === 0}
      buttons={(category, tools) => <Moves category={category} tools={tools} />}
      panel={{ word: 'Merge', show: (category, tools) => <MergePanel category={category} tools={tools} /> }}
    />
  );
}

interface Props {
  category: DeskCategory;
  tools: RowTools<DeskCategory>;
}

function Moves({ category, tools: { rows, action, reload } }: Props) {
  const { id, name, version } = category;
  const move = (to: number): void =>
    void action.run({
      send: () => categoriesApi.change(id, { version, position: to + 1 }),
      says: `${name} moved to position ${String(to + 1)}`,
      done: reload,
      onConflict: reload,
    });
  return <MoveButtons name={name} place={rows.indexOf(category)} count={rows.length} onMove={move} />;
}

/** Chooses where the listings of a category go. */
function MergePanel({ category, tools }: Props) {
  const [into, setInto] = useState('');
  const target = tools.rows.find(({ id }) => id === into);
  const field = `merge-${category.id}`;
  return (
    <div className="form">
      <FieldFrame
        id={field}
        label={`Merge ${category.name} into`}
        note={`${category.name} will be removed. Its addresses will lead to the other category.`}
      >
        <select id={field} value={into} onChange={({ target: { value } }) => setInto(value)}>
          <option value="">Choose a category</option>
          {tools.rows
            .filter((one) => one !== category)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </FieldFrame>
      {target && <MergeButton key={into} category={category} into={target} tools={tools} />}
    </div>
  );
}

/** Says what would move, and moves it. */
function MergeButton({ category, into, tools }: Props & { into: DeskCategory }) {
  const { id, name, version } = category;
  const { action, reload, gone } = tools;
  const preview = useLoaded(id + into.id, () => categoriesApi.previewMerge(id, into.id));
  return (
    <WithLoaded of={preview} isPart>
      {({ listings, both }) => (
        <>
          <p>
            {listings === 0 ? 'No listings will move.' : `${counted(listings, 'listing')} will move.`}
            {both > 0 && ` ${counted(both, 'listing')} already in ${into.name}.`} This cannot be undone.
          </p>
          <ActionButton
            action={action}
            className="button"
            send={() => categoriesApi.merge(id, { version, into: into.id })}
            done={() => gone(`${name} merged into ${into.name}`)}
            onConflict={reload}
          >
            Merge {name} into {into.name}
          </ActionButton>
        </>
      )}
    </WithLoaded>
  );
}
