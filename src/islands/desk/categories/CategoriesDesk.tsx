import { useEffect } from 'react';
import { categoriesApi } from '../../../lib/client/api/desk/categories-api.ts';
import type { DeskCategories } from '../../../lib/shared/schemas/moderation/categories.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { AddCategory } from './AddCategory.tsx';
import { CategoryList } from './CategoryList.tsx';

/** The server works in steps of a few dozen listings. */
const pollMs = 1_500;

export default function CategoriesDesk() {
  return (
    <DeskPage part="categories" title="Categories">
      {({ role }) => <Categories isAdmin={role === 'admin'} />}
    </DeskPage>
  );
}

const isUnderWay = ({ categories }: DeskCategories): boolean =>
  categories.some(({ merging, search_pending: isPending }) => merging !== null || isPending);

function Categories({ isAdmin }: { isAdmin: boolean }) {
  const loaded = useLoaded('categories', categoriesApi.list);
  const { data, isLoading, reload, setData } = loaded;
  const isWorking = data !== undefined && isUnderWay(data);
  useEffect(() => {
    // A request that failed is sent again.
    if (!isWorking || isLoading) return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, isLoading, isWorking, reload]);
  return (
    <>
      <p className="soft">
        {isAdmin
          ? 'A change counts at once, on every page. Old names and addresses lead to the new ones.'
          : 'Only admins change the categories.'}
      </p>
      <WithLoaded loaded={loaded} waiting={data === undefined ? 'Fetching the categories ...' : ''}>
        {({ categories, most }) => (
          <>
            {isAdmin && <AddCategory count={categories.length} most={most} onChange={setData} />}
            <CategoryList categories={categories} isAdmin={isAdmin} onChange={setData} onStale={reload} />
          </>
        )}
      </WithLoaded>
    </>
  );
}
