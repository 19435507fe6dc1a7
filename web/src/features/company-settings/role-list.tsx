import type { Role } from '@sente/contract/roles';
import { Card } from '../../ui/card.tsx';

/** What somebody may do, and from which of their roles it comes. */
export function RoleList({ roles }: { roles: readonly Role[] }) {
  return (
    <Card title="Roles and Permissions" flush>
      {roles.length === 0 ? <p className="p-5 text-muted">No roles assigned</p> : null}
      <ul aria-label="Roles" className="divide-y empty:hidden">
        {roles.map((role) => (
          <RoleItem key={role.id} role={role} />
        ))}
      </ul>
    </Card>
  );
}

function RoleItem({ role }: { role: Role }) {
  const permissions = role.permissions ?? [];
  return (
    <li className="p-5">
      {/* As the sidebar writes it: "client admin". */}
      <h3 className="text-sm wrap-anywhere">{role.name.replaceAll('_', ' ')}</h3>
      {role.description ? (
        <p className="mt-0.5 wrap-anywhere text-muted">{role.description}</p>
      ) : null}
      {permissions.length === 0 ? (
        <p className="mt-3 text-13 text-muted">No permissions</p>
      ) : (
        <ul aria-label="Permissions" className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {permissions.map(({ id, name, description }) => (
            <li key={id} className="min-w-0">
              <span className="block font-mono text-xs font-medium break-all">{name}</span>
              {description ? <span className="block text-13 text-muted">{description}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
