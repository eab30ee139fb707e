import { messages } from '../../shared/text/messages.ts';
import {
  isTooManyLinks,
  linksLeft,
  type SocialLinks,
  type UpdateProfile,
} from '../../shared/schemas/profile-forms.ts';
import { workDays } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { collapseSpaces } from '../../shared/text/text.ts';
import { AppError } from '../platform/errors.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { readPhoneNumber } from './phone-number.ts';

/** The sent columns that differ from the row, without picture and handle. @throws AppError 400 */
export function changedColumns(row: UserTable, change: UpdateProfile, now: number): Partial<UserTable> {
  const columns: Partial<UserTable> = {};
  if (change.firstname !== undefined) columns.firstname = collapseSpaces(change.firstname);
  if (change.lastname !== undefined) columns.lastname = collapseSpaces(change.lastname);
  if (change.about_me !== undefined) columns.about = change.about_me;
  if (change.address !== undefined) columns.address = change.address;
  if (change.country !== undefined) columns.country = collapseSpaces(change.country);
  if (change.country_code !== undefined) columns.country_code = change.country_code;
  if (change.show_email !== undefined) columns.show_email = change.show_email ? 1 : 0;
  if (change.show_phone !== undefined) columns.show_phone = change.show_phone ? 1 : 0;
  if (change.show_address !== undefined) columns.show_address = change.show_address ? 1 : 0;
  if (change.tags !== undefined) columns.tags = JSON.stringify(change.tags);
  if (change.social_account_dict ?? change.social_account_changes)
    columns.social_links = JSON.stringify(changedLinks(row, change));
  if (change.phone_no !== undefined) {
    const phone = readPhoneNumber(change.phone_no, change.country_code || row.country_code);
    if ('error' in phone) throw new AppError(400, phone.error, { phone_no: phone.error });
    columns.phone_no = phone.number;
  }
  Object.assign(columns, workColumns(row, change, now));
  const names = Object.keys(columns) as (keyof UserTable)[];
  return Object.fromEntries(
    names.filter((name) => columns[name] !== row[name]).map((name) => [name, columns[name]]),
  );
}

/** @throws AppError 400 for somebody who is open to no kind of work, or nowhere */
function workColumns(
  row: UserTable,
  { open_to_work: isOpening, ...change }: UpdateProfile,
  now: number,
): Partial<UserTable> {
  const kinds = change.work_kinds ?? row.work_kinds;
  const state = change.work_state ?? row.work_state;
  const isRemote = change.work_remote ?? row.work_remote === 1;
  if (isOpening ?? row.work_until !== null) {
    if (kinds === '')
      throw new AppError(400, messages.work.kindNeeded, { work_kinds: messages.work.kindNeeded });
    if (!isRemote && state === '')
      throw new AppError(400, messages.work.placeNeeded, { work_state: messages.work.placeNeeded });
  }
  return {
    work_kinds: kinds,
    work_state: state,
    work_remote: isRemote ? 1 : 0,
    ...(isOpening !== undefined && {
      work_until: isOpening ? now + workDays * dayMs : null,
      work_asked_at: null,
    }),
  };
}

/** @throws AppError 400 for too many links; some may have been added on another device meanwhile */
function changedLinks(row: UserTable, change: UpdateProfile): SocialLinks {
  const before = change.social_account_dict ?? (JSON.parse(row.social_links) as SocialLinks);
  const links = linksLeft({ ...before, ...change.social_account_changes });
  if (!isTooManyLinks(links)) return links;
  throw new AppError(400, messages.profile.socialMost, {
    social_account_changes: messages.profile.socialMost,
  });
}
