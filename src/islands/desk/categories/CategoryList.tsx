import { useEffect, useRef, useState } from 'react';
import type { DeskCategories, DeskCategory } from '../../../lib/shared/schemas/moderation/categories.ts';
import { CategoryRow, idOfRow } from './CategoryRow.tsx';

interface Props {
  categories: readonly DeskCategory[];
  isAdmin: boolean;
  onChange: (list: DeskCategories) => void;
  /** Somebody else has changed a category. */
  onStale: () => void;
}

export function CategoryList({ categories, isAdmin, onChange, onStale }: Props) {
  /** Said above the list, because its row is gone. */
  const [removed, setRemoved] = useState('');
  const [merged, setMerged] = useState({ id: '', said: '' });
  const aboveList = useRef<HTMLParagraphElement>(null);
  const before = useRef(categories);
  const focusedRow = useRef('');
  useEffect(() => {
    const isListed = (id: string): boolean => categories.some((one) => one.id === id);
    const gone = before.current.find(({ id, merging }) => merging !== null && !isListed(id));
    before.current = categories;
    const into = gone?.merging?.into ?? '';
    if (!gone || !isListed(into)) return;
    setMerged({ id: into, said: `${gone.name} is part of it now.` });
    // The row took the focus with it.
    if (focusedRow.current === idOfRow(gone.id)) document.getElementById(idOfRow(into))?.focus();
  }, [categories]);
  useEffect(() => {
    if (removed !== '') aboveList.current?.focus();
  }, [removed]);
  return (
    <>
      <p className="desk-said" role="status" tabIndex={-1} ref={aboveList}>
        {removed}
      </p>
      <p className="soft small">
        {categories.length === 1 ? '1 category' : `${String(categories.length)} categories`}
      </p>
      <ol
        className="desk-list desk-categories"
        onFocus={({ target }) => (focusedRow.current = target.closest('li')?.id ?? '')}
        // A browser may report no blur of what is removed from the page.
        onBlur={({ target, relatedTarget }) => {
          if (relatedTarget === null && target.isConnected) focusedRow.current = '';
        }}
      >
        {categories.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            index={index}
            categories={categories}
            isAdmin={isAdmin}
            merged={merged.id === category.id ? merged.said : ''}
            onChange={onChange}
            onRemoved={(list) => {
              setRemoved(`${category.name} was removed.`);
              onChange(list);
            }}
            onStale={onStale}
          />
        ))}
      </ol>
    </>
  );
}
