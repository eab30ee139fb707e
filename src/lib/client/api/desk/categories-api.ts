// The desk's routes of the categories. Each write answers the whole list.
import type {
  deskCategoriesSchema,
  mergePreviewSchema,
  ChangeCategory,
  MergeCategory,
} from '../../../shared/schemas/moderation/categories.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi } from '../api.ts';

const path = '/desk/categories/';
const one = (id: string, rest = ''): string => `${path}${encodeURIComponent(id)}/${rest}`;

export const categoriesApi = {
  list: () => callApi<z.infer<typeof deskCategoriesSchema>>('GET', path),
  add: (json: { name: string }) => callApi<z.infer<typeof deskCategoriesSchema>>('POST', path, { json }),
  change: (id: string, json: ChangeCategory) =>
    callApi<z.infer<typeof deskCategoriesSchema>>('PATCH', one(id), { json }),
  previewMerge: (id: string, into: string) =>
    callApi<z.infer<typeof mergePreviewSchema>>(
      'GET',
      `${one(id, 'merge/')}?into=${encodeURIComponent(into)}`,
    ),
  merge: (id: string, json: MergeCategory) =>
    callApi<z.infer<typeof deskCategoriesSchema>>('POST', one(id, 'merge/'), { json }),
  remove: (id: string, json: { version: number }) =>
    callApi<z.infer<typeof deskCategoriesSchema>>('POST', one(id, 'remove/'), { json }),
};
