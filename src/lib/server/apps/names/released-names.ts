// What a removed listing has in place of a name that was released for others.
import { isId } from '../../platform/ids.ts';

const mark = 'released  ';

/** A `name_key` that no name has: keys of names have no double spaces. */
export const releasedKey = (id: string): string => mark + id;

/** A skeleton that no name has: skeletons have no spaces. */
export const releasedSkeleton = (skeleton: string): string => mark + skeleton;

const addressMark = 'released-';

/** The name_id of a listing whose address was released, too. */
export const releasedNameId = (id: string): string => addressMark + id;

/** Whether the slug of a name would be such a name_id. */
export const isReleasedNameId = (slug: string): boolean =>
  slug.startsWith(addressMark) && isId(slug.slice(addressMark.length));
