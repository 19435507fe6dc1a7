import type { PermissionName } from '@sente/contract/permissions';
import type { ReactNode } from 'react';
import { useCan } from './permissions.ts';

interface AllowedProps {
  to: PermissionName;
  children: ReactNode;
}

/** An action that only some users have. The server checks every request itself. */
export function Allowed({ to, children }: AllowedProps) {
  return useCan(to) ? children : null;
}
