// The short address /u/{handle} that a user may choose.
import { z } from '../zod.ts';
import { messages } from './messages.ts';
import { reservedPaths } from '../addresses/urls.ts';

export const handleLength = { min: 3, max: 30 } as const;

/** Words that could be taken for the operator or a part of the site. */
const reserved = new Set([
  ...reservedPaths,
  'admin',
  'administrator',
  'help',
  'moderator',
  'naijabuilt',
  'official',
  'root',
  'security',
  'staff',
  'support',
  'system',
  'team',
]);

/** An empty text gives the address up. */
export const handleSchema = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (handle) =>
      handle === '' ||
      (handle.length >= handleLength.min && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(handle)),
    messages.profile.handleRule,
  )
  .refine((handle) => handle.length <= handleLength.max, messages.profile.handleRule)
  .refine((handle) => !reserved.has(handle), messages.profile.handleReserved);
