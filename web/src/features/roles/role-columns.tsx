import type { RoleDetails } from '@sente/contract/roles';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../lib/paths.ts';
import { roleWords } from '../../session/role.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { MoreNames } from '../../ui/more-names.tsx';
import type { Column } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { modulesOf } from './permission-modules.ts';
import { holdersText, whyNotDeletable } from './role-power.ts';

export const roleColumns: readonly Column<RoleDetails>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    className: 'min-w-72!',
    cell: (role) => (
      <span className="block">
        <span className="line-clamp-2 wrap-anywhere" title={role.name}>
          {roleWords(role.name)}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RoleBadges role={role} />
          <RoleId id={role.id} />
        </span>
      </span>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    phone: 'line',
    className: 'min-w-44 max-w-96',
    cell: (role) => <Description text={role.description} />,
  },
  {
    key: 'holders',
    header: 'Held by',
    sortable: true,
    spare: 3,
    phone: 'named',
    className: 'tabular whitespace-nowrap',
    cell: holdersText,
  },
  {
    key: 'permissions',
    header: 'Permissions',
    sortable: true,
    align: 'right',
    phone: 'named',
    cell: (role) => role.permissions.length,
  },
  {
    key: 'modules',
    header: 'Modules',
    spare: 2,
    phone: 'named',
    className: 'min-w-44',
    cell: (role) => <Modules role={role} />,
  },
];

interface RoleActionsProps {
  role: RoleDetails;
  /** Undefined: the reader may not change this role. */
  onDelete: (() => void) | undefined;
}

export function RoleActions({ role, onDelete }: RoleActionsProps) {
  const { id, name } = role;
  return (
    <>
      <IconLink
        size="sm"
        label={`View ${name}`}
        caption="View"
        icon={<Eye />}
        to={paths.role(id)}
      />
      {onDelete ? (
        <>
          <IconLink
            size="sm"
            label={`Edit ${name}`}
            caption="Edit"
            icon={<Pencil />}
            to={paths.roleEdit(id)}
          />
          <DeleteRoleButton role={role} onDelete={onDelete} />
        </>
      ) : null}
    </>
  );
}

function DeleteRoleButton({ role, onDelete }: { role: RoleDetails; onDelete: () => void }) {
  const reason = whyNotDeletable(role);
  const reasonId = useId();
  const button = (
    <IconButton
      size="sm"
      tone="danger"
      label={`Delete ${role.name}`}
      caption="Delete"
      icon={<Trash2 />}
      disabled={reason !== null}
      aria-describedby={reason === null ? undefined : reasonId}
      tooltip={reason === null}
      onClick={onDelete}
    />
  );
  if (reason === null) return button;
  // A disabled button fires no pointer events, so the element around it has the tooltip.
  return (
    <Tooltip text={reason} isName>
      <span>
        {button}
        <span id={reasonId} className="sr-only">
          {reason}
        </span>
      </span>
    </Tooltip>
  );
}

/** Marks roles that were not created by users. */
export function RoleBadges({ role }: { role: RoleDetails }) {
  return (
    <>
      {role.isStaff ? <Badge tone="info">Staff only</Badge> : null}
      {role.isBuiltIn ? <Badge>Built-in</Badge> : null}
    </>
  );
}

function Description({ text }: { text: string | null | undefined }) {
  if (!text) return '-';
  return (
    <span className="line-clamp-2 wrap-anywhere text-muted" title={text}>
      {text}
    </span>
  );
}

const shownModules = 3;

function Modules({ role }: { role: RoleDetails }) {
  const modules = modulesOf(role.permissions);
  const hidden = modules.slice(shownModules);
  if (modules.length === 0) return '-';
  return (
    <span className="inline-flex flex-wrap gap-1">
      {modules.slice(0, shownModules).map((module) => (
        <Badge key={module}>{module}</Badge>
      ))}
      {hidden.length > 0 ? (
        <MoreNames names={hidden}>
          <Badge>{`+${hidden.length} more`}</Badge>
        </MoreNames>
      ) : null}
    </span>
  );
}

/** The beginning of an id; the tooltip and screen readers have the full id, which the role's page copies. */
function RoleId({ id }: { id: string }) {
  return (
    <Tooltip text={id} isName>
      <span className="tabular text-xs font-normal whitespace-nowrap text-muted">
        <span aria-hidden="true">{`${id.slice(0, 8)}...`}</span>
        <span className="sr-only">{id}</span>
      </span>
    </Tooltip>
  );
}
