// Export and deletion of everything that belongs to a user. A late slice, because it knows the data of the others.
import { bindContext } from '../platform/reads/slices.ts';
import type { OwnDataContext } from './context.ts';
import { deleteAccount, deleteOnRequest, deleteOwnerless } from './delete-account.ts';
import { exportOwnData } from './export-own-data.ts';

export type OwnDataService = ReturnType<typeof createOwnData>;

export function createOwnData(context: OwnDataContext) {
  return bindContext(context, { exportOwnData, deleteAccount, deleteOnRequest, deleteOwnerless });
}
