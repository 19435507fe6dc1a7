import type { RoleDetails } from '@sente/contract/roles';
import type { User } from '@sente/contract/users';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { useSubmitOnce } from '../../lib/submit-once.ts';
import { roleWords } from '../../session/role.ts';
import { Badge } from '../../ui/badge.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { paths } from '../../lib/paths.ts';
import { notify } from '../../ui/toast.tsx';
import { linkToHandOver, type HandedOver } from './invitation.ts';
import { whatRoleAllows } from './role-hint.tsx';
import { nameOf } from './user.ts';
import { useMayGiveRole } from './user-power.ts';
import { useAssignRole } from './user-queries.ts';

const HandOverDialog = lateWindow(() => import('./hand-over-dialog.tsx'));

/** All roles; offered are those that the user lacks and the reader may give to them. */
export interface AssignableRoles {
  readonly data: readonly RoleDetails[] | undefined;
  readonly failure: Failure | undefined;
}

interface AssignRoleDialogProps {
  user: User;
  roles: AssignableRoles;
  open: boolean;
  onClose: () => void;
}

/** A role that the user does not hold yet, with a search. */
export function AssignRoleDialog({ user, roles, open, onClose }: AssignRoleDialogProps) {
  const assign = useAssignRole(user.id);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string | null>(null);
  /** The former link of an invited person ends with a new role. */
  const [handedOver, setHandedOver] = useState<HandedOver | null>(null);

  /** A search may hide the chosen role, so it clears the choice. */
  function find(text: string): void {
    setSearch(text);
    setChosen('');
  }

  function close(): void {
    find('');
    setError(null);
    onClose();
  }

  const submitOnce = useSubmitOnce(submit);

  async function submit(): Promise<void> {
    if (chosen === '') return;
    setError(null);
    try {
      const { meta } = await assign.mutateAsync(chosen);
      if (meta?.approvalId) {
        notify.waiting('The staff role waits for a second person', paths.approval(meta.approvalId));
      } else notify.success('Role assigned successfully');
      setHandedOver(linkToHandOver(user, meta));
      close();
    } catch (cause) {
      setError(errorText(cause, 'Failed to assign role'));
    }
  }

  return (
    <>
      <FormDialog
        open={open}
        onClose={close}
        title="Assign Role"
        description={`${nameOf(user)} can do what any of the roles allows.`}
        busy={assign.isPending}
        submitLabel="Assign Role"
        busyLabel="Assigning..."
        disabled={chosen === ''}
      >
        {({ formId }) => (
          <>
            <SearchInput label="Search roles..." value={search} onChange={find} />
            <form id={formId} className="mt-3" onSubmit={submitOnce}>
              <Choices
                user={user}
                roles={roles}
                search={search}
                chosen={chosen}
                onChoose={setChosen}
              />
            </form>
            <DialogError>{error}</DialogError>
          </>
        )}
      </FormDialog>
      <HandOverDialog
        open={handedOver !== null}
        handedOver={handedOver}
        onClose={() => setHandedOver(null)}
      />
    </>
  );
}

interface ChoicesProps {
  user: User;
  roles: AssignableRoles;
  search: string;
  chosen: string;
  onChoose: (roleId: string) => void;
}

function Choices({ user, roles: { data, failure }, search, chosen, onChoose }: ChoicesProps) {
  const mayGive = useMayGiveRole(user);
  if (!data) {
    return failure ? (
      <ErrorPanel title="Failed to load roles" failure={failure} retryLabel="Try Again" />
    ) : (
      <SkeletonRows count={4} label="Loading roles" />
    );
  }
  const held = new Set(user.roles.map(({ id }) => id));
  const free = data.filter((role) => !held.has(role.id) && mayGive(role));
  const found = free.filter((role) => matches(role, search));
  if (found.length === 0) {
    return free.length === 0 ? (
      <EmptyState title="No further role can be assigned." className="py-8" />
    ) : (
      <EmptyState title="No roles match your search." className="py-8" />
    );
  }
  const role = found.find(({ id }) => id === chosen);
  return (
    <>
      <fieldset className="max-h-80 divide-y overflow-y-auto rounded-lg border">
        <legend className="sr-only">Roles to choose from</legend>
        {found.map((each) => (
          <Choice
            key={each.id}
            role={each}
            isChosen={each === role}
            onChoose={() => onChoose(each.id)}
          />
        ))}
      </fieldset>
      <p role="status" className="mt-3 text-13 text-muted">
        {role ? allowedBy(role) : null}
      </p>
    </>
  );
}

function allowedBy({ permissions, isStaff }: RoleDetails): string {
  const names = permissions.map(({ name }) => name);
  return whatRoleAllows(names, isStaff);
}

function matches(role: RoleDetails, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [role.name, roleWords(role.name), role.description ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

interface ChoiceProps {
  role: RoleDetails;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ role, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 px-3 py-2.5 hover:bg-surface-hover has-checked:bg-accent-soft">
      <input
        type="radio"
        name="role"
        value={role.id}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {roleWords(role.name)}
          {role.isStaff ? <Badge tone="info">Staff</Badge> : null}
        </span>
        {role.description ? (
          <span className="line-clamp-2 text-13 wrap-anywhere text-muted">{role.description}</span>
        ) : null}
      </span>
    </label>
  );
}
