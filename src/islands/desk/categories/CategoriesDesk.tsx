import { categoriesApi } from '../../../lib/client/api/desk/categories-api.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { AddCategory } from './AddCategory.tsx';
import { CategoryList } from './CategoryList.tsx';

export default function CategoriesDesk() {
  return (
    <DeskPage part="categories" title="Categories">
      {({ role }) => <Categories isAdmin={role === 'admin'} />}
    </DeskPage>
  );
}

function Categories({ isAdmin }: { isAdmin: boolean }) {
  const loaded = useLoaded('categories', categoriesApi.list);
  const { data, reload, setData } = loaded;
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
