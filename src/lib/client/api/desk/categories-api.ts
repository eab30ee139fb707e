// The desk's routes of the categories. Each write answers the whole list.
import {
  deskCategoriesSchema,
  mergePreviewSchema,
  type ChangeCategory,
  type MergeCategory,
} from '../../../shared/schemas/desk.ts';
import { callApi } from '../api.ts';

const path = '/desk/categories/';
const one = (id: string, rest = ''): string => `${path}${encodeURIComponent(id)}/${rest}`;

export const categoriesApi = {
  list: () => callApi('GET', path, deskCategoriesSchema),
  add: (json: { name: string }) => callApi('POST', path, deskCategoriesSchema, { json }),
  change: (id: string, json: ChangeCategory) => callApi('PATCH', one(id), deskCategoriesSchema, { json }),
  previewMerge: (id: string, into: string) =>
    callApi('GET', `${one(id, 'merge/')}?into=${encodeURIComponent(into)}`, mergePreviewSchema),
  merge: (id: string, json: MergeCategory) =>
    callApi('POST', one(id, 'merge/'), deskCategoriesSchema, { json }),
  remove: (id: string, json: { version: number }) =>
    callApi('POST', one(id, 'remove/'), deskCategoriesSchema, { json }),
};
