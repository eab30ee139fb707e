// Roles of accounts. Staff are moderators and admins.
import { z } from '../zod.ts';

/** In the order of their rights. */
export const roles = ['member', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];
export type StaffRole = Exclude<Role, 'member'>;

export const roleSchema = z.enum(roles, 'Choose member, moderator or admin.').meta({ id: 'Role' });

/** Whether `role` has at least the rights of `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Hours that a desk session lasts after its second factor was proved. */
export const deskHours = 12;

/** Minutes that a proof of a second factor counts as fresh: for roles, suspension and bulk actions. */
export const freshMinutes = 10;

/** `code` of the refusals that a second factor clears. */
export const factorCodes = ['second_factor', 'fresh_factor', 'confirm'] as const;
export type FactorCode = (typeof factorCodes)[number];
