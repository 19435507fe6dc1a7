import type { User } from '@sente/contract/users';
import { ShieldCheck } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { roleWordOf } from './company-role.ts';

export function CompanyRoleBadge({ user }: { user: Pick<User, 'role' | 'roles'> }) {
  const word = roleWordOf(user);
  return (
    <Badge icon={word === 'Admin' ? <ShieldCheck aria-hidden="true" /> : null}>
      <span className="truncate" title={word}>
        {word}
      </span>
    </Badge>
  );
}
