import type { SessionUser } from '@sente/contract/auth';
import type { User } from '@sente/contract/users';

export function toSessionUser(
  user: User,
  {
    mustChangePassword = false,
    mustSetUpFactor = false,
    cameWithPasskey = false,
  }: Partial<Pick<SessionUser, 'mustChangePassword' | 'mustSetUpFactor' | 'cameWithPasskey'>> = {},
): SessionUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    roles: user.roles,
    companyId: user.companyId,
    isStaff: user.isStaff,
    mustChangePassword,
    mustSetUpFactor,
    ...(cameWithPasskey && { cameWithPasskey }),
    avatar: user.avatar,
    balance: null,
    joinDate: user.createdAt,
  };
}
