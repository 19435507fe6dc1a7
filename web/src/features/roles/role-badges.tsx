import type { RoleDetails } from '@sente/contract/roles';
import { Lock, ShieldCheck } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** What sets a role apart from those that people made. */
export function RoleBadges({ role }: { role: RoleDetails }) {
  return (
    <>
      {role.isStaff ? (
        <Badge tone="info" icon={<ShieldCheck />}>
          Staff only
        </Badge>
      ) : null}
      {role.isBuiltIn ? <Badge icon={<Lock />}>Built-in</Badge> : null}
    </>
  );
}
