import { Badge } from '../../ui/badge.tsx';

export function UserStatus({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>;
}
