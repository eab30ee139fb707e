// Everything of one user: handed over, or taken away. Last of the slices, because it knows what each of the others holds.
import type { Caller, Client } from '../accounts/index.ts';
import { collectOwnData } from './collect-own-data.ts';
import type { OwnDataContext } from './context.ts';
import { deleteAccount } from './delete-account.ts';
import { packOwnData, type PackedPicture } from './pack-own-data.ts';

export type { OwnData } from './collect-own-data.ts';
export type { PackedPicture };
export type OwnDataService = ReturnType<typeof createOwnData>;

export function createOwnData(context: OwnDataContext) {
  return {
    /** @throws AppError 400 when the password is not the caller's */
    collect: (caller: Caller, password: string, client: Client) =>
      collectOwnData(context, caller, password, client),
    /** A ZIP of the text and the pictures, made while it is read. */
    pack: (text: string, pictures: PackedPicture[]) => packOwnData(context, text, pictures),
    /** @throws AppError 400 when the password is not the caller's */
    deleteAccount: (caller: Caller, password: string, client: Client) =>
      deleteAccount(context, caller, password, client),
  };
}
