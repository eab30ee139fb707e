import type { AccountState } from '../../../lib/shared/schemas/desk.ts';
import { roles, type Role } from '../../../lib/shared/schemas/factors.ts';

export const accountStateWords: Record<AccountState, string> = {
  unverified: 'Not verified',
  open: 'Open',
  suspended: 'Suspended',
};

export const roleWords: Record<Role, string> = { member: 'Member', moderator: 'Moderator', admin: 'Admin' };

export const roleOptions = roles.map((role) => [role, roleWords[role]] as const);
