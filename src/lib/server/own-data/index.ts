// Export and deletion of everything that belongs to a user.
import { bindContext } from '../platform/reads/slices.ts';
import { deleteAccount, deleteOnRequest, deleteOwnerless } from './delete-account.ts';
import { exportOwnData, type OwnDataContext } from './export-own-data.ts';

export type OwnDataService = ReturnType<typeof createOwnData>;

export function createOwnData(context: OwnDataContext) {
  return bindContext(context, { exportOwnData, deleteAccount, deleteOnRequest, deleteOwnerless });
}
