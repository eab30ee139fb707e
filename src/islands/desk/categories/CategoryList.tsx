import { useEffect, useRef, useState } from 'react';
import type { DeskCategories, DeskCategory } from '../../../lib/shared/schemas/desk.ts';
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
  // The row of the merged category took the focus with it.
  useEffect(() => {
    if (merged.id !== '') document.getElementById(idOfRow(merged.id))?.focus();
  }, [merged]);
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
      <ol className="desk-list desk-categories">
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
            onMerged={(list, into) => {
              setMerged({ id: into, said: `${category.name} is part of it now.` });
              onChange(list);
            }}
            onStale={onStale}
          />
        ))}
      </ol>
    </>
  );
}
