import { useLayoutEffect, useRef, useState } from 'react';
import { categoriesApi } from '../../../lib/client/api/desk/categories-api.ts';
import type { DeskCategories, DeskCategory } from '../../../lib/shared/schemas/desk.ts';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { CategoryFacts } from './CategoryFacts.tsx';
import { MergePanel } from './MergePanel.tsx';
import { RenameForm } from './RenameForm.tsx';

interface Props {
  category: DeskCategory;
  /** Place in the list, from 0. */
  index: number;
  categories: readonly DeskCategory[];
  isAdmin: boolean;
  /** Said after another category was merged into this one. */
  merged: string;
  onChange: (list: DeskCategories) => void;
  onRemoved: (list: DeskCategories) => void;
  onMerged: (list: DeskCategories, into: string) => void;
  /** Somebody else has changed a category. */
  onStale: () => void;
}

type Panel = 'rename' | 'merge' | 'remove';
const panelWords: Record<Panel, string> = { rename: 'Rename', merge: 'Merge', remove: 'Remove' };

export const idOfRow = (id: string): string => `category-${id}`;

/** A category with its actions. What came of one is said here: the list is longer than a screen. */
export function CategoryRow(props: Props) {
  const { category, index, categories, isAdmin, merged, onChange, onRemoved, onMerged, onStale } = props;
  const { id, name, listings, version } = category;
  const [panel, setPanel] = useState<Panel | null>(null);
  const [renamed, setRenamed] = useState('');
  const action = useAction();
  const row = useRef<HTMLLIElement>(null);
  /** Which button of the row takes the focus if a change removes the one that has it. */
  const nextFocus = useRef<number | null>(null);
  // Before the message takes a lost focus.
  useLayoutEffect(() => {
    if (nextFocus.current === null) return;
    const button = [...(row.current?.querySelectorAll('button') ?? [])].at(nextFocus.current);
    nextFocus.current = null;
    if (document.activeElement === document.body) (button ?? row.current)?.focus({ preventScroll: true });
  });
  const others = categories.filter((one) => one !== category);
  const panels: Panel[] = ['rename', ...(others.length > 0 ? ['merge' as const] : [])];
  // An open panel stays when somebody lists an app meanwhile: it holds the focus.
  if (listings === 0 || panel === 'remove') panels.push('remove');

  const change = (list: DeskCategories, focusOn: number): void => {
    nextFocus.current = focusOn;
    setPanel(null);
    onChange(list);
  };
  const move = (position: number): void => {
    setRenamed('');
    void action.run(() => categoriesApi.change(id, { version, position }), {
      says: `${name} is number ${String(position)} now.`,
      done: (list) => change(list, -1),
      onConflict: onStale,
    });
  };
  const remove = (): void =>
    void action.run(() => categoriesApi.remove(id, { version }), {
      says: '',
      done: onRemoved,
      onConflict: onStale,
    });
  const moves = [
    ...(index > 0 ? [['up', index] as const] : []),
    ...(index < categories.length - 1 ? [['down', index + 2] as const] : []),
  ];
  return (
    <li id={idOfRow(id)} className="desk-block" tabIndex={-1} ref={row}>
      <CategoryFacts category={category} />
      {isAdmin && (
        <div className="cluster">
          {panels.map((one) => (
            <button
              key={one}
              className="text-button"
              type="button"
              aria-expanded={panel === one}
              aria-label={`${panelWords[one]} ${name}`}
              onClick={() => setPanel(panel === one ? null : one)}
            >
              {panelWords[one]}
            </button>
          ))}
          {moves.map(([way, position]) => (
            <button
              key={way}
              className="text-button"
              type="button"
              aria-label={`Move ${name} ${way}`}
              aria-disabled={action.isRunning}
              onClick={() => move(position)}
            >
              {way === 'up' ? 'Up' : 'Down'}
            </button>
          ))}
        </div>
      )}
      {panel === 'rename' && (
        <RenameForm
          category={category}
          onDone={(list) => {
            setRenamed('The category was renamed.');
            change(list, 0);
          }}
          onStale={onStale}
        />
      )}
      {panel === 'merge' && (
        <MergePanel category={category} others={others} onDone={onMerged} onStale={onStale} />
      )}
      {panel === 'remove' && (
        <button
          className="button quiet danger-button"
          type="button"
          aria-disabled={action.isRunning}
          onClick={remove}
        >
          Yes, remove {name}
        </button>
      )}
      <Said action={action} />
      <p className="desk-said" role="status">
        {action.said === '' && (renamed || merged)}
      </p>
    </li>
  );
}
