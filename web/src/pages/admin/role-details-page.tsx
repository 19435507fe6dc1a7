import type { Permission, RoleDetails } from '@sente/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { type Failure, queryState } from '../../api/query-state.ts';
import { HistoryButton } from '../../features/audit/history-button.tsx';
import { DeleteRoleDialog } from '../../features/roles/delete-role-dialog.tsx';
import { RoleBadges } from '../../features/roles/role-columns.tsx';
import { RoleNotLoaded } from '../../features/roles/role-not-loaded.tsx';
import { RolePermissions } from '../../features/roles/role-permissions.tsx';
import { holdersText, useMayChangeRole, whyNotDeletable } from '../../features/roles/role-power.ts';
import { roleQueries } from '../../features/roles/role-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { roleWords } from '../../session/role.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DetailSkeleton, SkeletonRows } from '../../ui/skeleton.tsx';

export default function RoleDetailsPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: role, failure, isLoading } = queryState(useQuery(roleQueries.details(id)));
  const permissions = queryState(useQuery(roleQueries.permissions()));
  const [isDeleting, setIsDeleting] = useState(false);
  usePageTitle(role && roleWords(role.name));

  return (
    <>
      <PageHeader
        title={role ? roleWords(role.name) : 'Role Details'}
        back={{ to: paths.roles(), label: 'Back to Roles' }}
        meta={role ? <RoleBadges role={role} /> : null}
        actions={role ? <Actions role={role} onDelete={() => setIsDeleting(true)} /> : null}
      />
      {isLoading ? (
        <div className="flex flex-col gap-4">
          <DetailSkeleton
            title="Role Information"
            labels={['Role Name', 'Held by', 'Role ID', 'Description']}
            label="Loading role"
          />
          <Card title="Permissions">
            <SkeletonRows count={5} label="Loading permissions" />
          </Card>
        </div>
      ) : null}
      <Failures role={failure} permissions={permissions.failure} />
      {role ? (
        <Loaded role={role} permissions={permissions.data} failure={permissions.failure} />
      ) : null}
      <DeleteRoleDialog
        role={isDeleting && role ? role : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(paths.roles())}
      />
    </>
  );
}

/** One message if nothing could be loaded, a specific one if only one of the two failed. */
function Failures(failed: { role: Failure | undefined; permissions: Failure | undefined }) {
  const { role, permissions } = failed;
  if (role && permissions) {
    const retryBoth = () => Promise.all([role.onRetry(), permissions.onRetry()]);
    const busy = role.busy || permissions.busy;
    return (
      <RoleNotLoaded
        error={role.error}
        busy={busy}
        onRetry={retryBoth}
        title="Failed to load data"
      />
    );
  }
  if (role) return <RoleNotLoaded {...role} />;
  if (!permissions) return null;
  return (
    <ErrorPanel
      className="mb-4"
      title="Failed to load permissions"
      failure={permissions}
      retryLabel="Try Again"
    />
  );
}

interface LoadedProps {
  role: RoleDetails;
  permissions: readonly Permission[] | undefined;
  failure: Failure | undefined;
}

function Loaded({ role, permissions, failure }: LoadedProps) {
  return (
    <div className="flex flex-col gap-4">
      <Card title="Role Information">
        <DetailList
          items={[
            { label: 'Role Name', value: role.name },
            {
              label: 'Held by',
              value:
                role.holders === 0 ? (
                  holdersText(role)
                ) : (
                  <Link
                    to={paths.users({ roleId: role.id })}
                    className="rounded-sm underline underline-offset-3"
                  >
                    {holdersText(role)}
                  </Link>
                ),
            },
            { label: 'Role ID', value: <Copyable value={role.id} label="Role ID" /> },
            {
              label: 'Description',
              value: role.description ? (
                <span className="whitespace-pre-line">{role.description}</span>
              ) : (
                <span className="text-muted">No description</span>
              ),
            },
          ]}
        />
      </Card>
      <RolePermissions {...{ role, permissions, failure }} />
    </div>
  );
}

function Actions({ role, onDelete }: { role: RoleDetails; onDelete: () => void }) {
  const mayChange = useMayChangeRole()(role);
  return (
    <>
      <HistoryButton subjectType="roles" subjectId={role.id} name={role.name} />
      {mayChange ? (
        <ButtonLink icon={<Pencil />} to={paths.roleEdit(role.id)}>
          Edit Role
        </ButtonLink>
      ) : null}
      {/* A built-in role has a badge that says so. */}
      {mayChange && !role.isBuiltIn ? (
        <DeleteButton reason={whyNotDeletable(role)} onDelete={onDelete} />
      ) : null}
    </>
  );
}

/** As in the list: disabled, with the reason, while somebody holds the role. */
function DeleteButton({ reason, onDelete }: { reason: string | null; onDelete: () => void }) {
  const reasonId = useId();
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <Button
        variant="danger-quiet"
        icon={<Trash2 />}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={onDelete}
      >
        Delete Role
      </Button>
      {reason === null ? null : (
        <span id={reasonId} className="text-13 text-muted">
          {reason}
        </span>
      )}
    </span>
  );
}
