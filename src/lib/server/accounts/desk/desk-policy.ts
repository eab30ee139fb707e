// Who of staff may act on which account. Threats: a moderator who takes rights, or shuts out an admin; and a slip on
// one's own account, which would end the desk session that it was made with.
import { hasRole, type Role, type StaffRole } from '../../../shared/schemas/roles.ts';
import { AppError } from '../../platform/errors.ts';

interface Acting {
  userId: string;
  role: StaffRole;
}

/** @throws AppError 403 */
export function refuseActing({ userId, role }: Acting, target: { id: string; role: Role }): void {
  if (target.id === userId) throw new AppError(403, 'This is your own account. Change it on your profile.');
  if (hasRole(target.role, 'moderator') && role !== 'admin')
    throw new AppError(403, 'Only an admin may do this to a member of staff.');
}
