import { permissionLabel } from '@sente/contract/permission-labels';
import { isStaffPermission } from '@sente/contract/permissions';
import { fitsRole, mayGiveRole, type Power } from '@sente/contract/power';
import type { Permission, RoleDetails } from '@sente/contract/roles';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { Failure } from '../../api/query-state.ts';
import { useOwnPower } from '../../session/own-power.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ModuleSelect } from './module-select.tsx';
import { filterPermissions, moduleOf, modulesOf } from './permission-modules.ts';
import { permissionHint, PermissionName } from './permission-name.tsx';

/** Those that the role lacks, that fit its kind, and that the reader has. */
export function useFreePermissions(
  permissions: readonly Permission[] | undefined,
  role: Pick<RoleDetails, 'isStaff' | 'permissions'>,
): readonly Permission[] | undefined {
  const own = useOwnPower();
  const held = new Set(role.permissions.map(({ id }) => id));
  return permissions?.filter(
    ({ id, name }) => !held.has(id) && fitsRole(name, role) && own !== null && mayAdd(own, name),
  );
}

function mayAdd(own: Power, name: string): boolean {
  return mayGiveRole(own, { isStaff: isStaffPermission(name), permissions: [name] });
}

interface PermissionPickerProps {
  /** Undefined until they are loaded. */
  free: readonly Permission[] | undefined;
  failure: Failure | undefined;
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
  disabled: boolean;
}

const nothing = { search: '', module: '' };

/** Permissions to tick, with a search; those that are ticked are listed below it. */
export function PermissionPicker(props: PermissionPickerProps) {
  const { free, failure, ticked, onTick, disabled } = props;
  const [filter, setFilter] = useState(nothing);
  const chosen = free?.filter(({ id }) => ticked.has(id)) ?? [];
  const tick = (id: string, isTicked: boolean) =>
    onTick(new Set(isTicked ? [...ticked, id] : [...ticked].filter((other) => other !== id)));
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_11rem]"
        // Enter in the search does not send the form around it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      >
        <SearchInput
          label="Search permissions..."
          value={filter.search}
          onChange={(search) => setFilter({ ...filter, search })}
        />
        <ModuleSelect
          modules={modulesOf(free ?? [])}
          value={filter.module}
          onChange={(module) => setFilter({ ...filter, module })}
        />
      </div>
      <div className="mt-3">
        {free ? (
          <Choices free={free} found={filterPermissions(free, filter)} {...{ ticked, tick }} />
        ) : (
          <PermissionsNotLoaded failure={failure} />
        )}
      </div>
      <ChosenPermissions
        chosen={chosen}
        disabled={disabled}
        onLeaveOut={({ id }) => tick(id, false)}
      />
    </>
  );
}

/** What became of several permissions of which one could not be assigned. */
export function progressText(assigned: readonly Permission[], rest: readonly Permission[]): string {
  const names = (permissions: readonly Permission[]) =>
    permissions.map(({ name }) => `“${permissionLabel(name)}”`).join(', ');
  const done = assigned.length > 0 ? `Assigned: ${names(assigned)}. ` : '';
  return `${done}Not assigned: ${names(rest)}.`;
}

function PermissionsNotLoaded({ failure }: { failure: Failure | undefined }) {
  if (!failure) return <SkeletonRows count={5} label="Loading permissions" />;
  return <ErrorPanel title="Failed to load permissions" failure={failure} retryLabel="Try Again" />;
}

interface ChoicesProps {
  free: readonly Permission[];
  found: readonly Permission[];
  ticked: ReadonlySet<string>;
  tick: (id: string, isTicked: boolean) => void;
}

function Choices({ free, found, ticked, tick }: ChoicesProps) {
  if (found.length === 0) {
    return free.length === 0 ? (
      <EmptyState title="No further permission can be assigned." className="py-8" />
    ) : (
      <EmptyState title="No permissions match your search." className="py-8" />
    );
  }
  return (
    <fieldset className="max-h-80 divide-y overflow-y-auto rounded-lg border">
      <legend className="sr-only">Permissions to choose from</legend>
      {found.map((permission) => (
        <Checkbox
          key={permission.id}
          className="px-3 py-3 has-checked:bg-accent-soft"
          label={
            <span className="-mt-0.5 flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
              <span>
                <PermissionName name={permission.name} />
              </span>
              <Badge>{moduleOf(permission)}</Badge>
            </span>
          }
          description={permissionHint(permission)}
          checked={ticked.has(permission.id)}
          onChange={(event) => tick(permission.id, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

interface ChosenPermissionsProps {
  chosen: readonly Permission[];
  disabled: boolean;
  onLeaveOut: (permission: Permission) => void;
}

/** The ticked permissions, which a filter may hide from the list above. */
function ChosenPermissions({ chosen, disabled, onLeaveOut }: ChosenPermissionsProps) {
  const titleId = useId();
  if (chosen.length === 0) return null;
  return (
    <div className="mt-3">
      <p id={titleId} className="tabular text-13 text-muted">{`${chosen.length} chosen`}</p>
      <ul
        aria-labelledby={titleId}
        className="mt-1.5 flex max-h-24 flex-wrap gap-1.5 overflow-y-auto p-0.5"
      >
        {chosen.map((permission) => (
          <li
            key={permission.id}
            className="inline-flex max-w-full items-center gap-0.5 rounded-md border bg-surface-sunken pl-2 text-13"
          >
            <span className="truncate" title={permission.name}>
              {permissionLabel(permission.name)}
            </span>
            <button
              type="button"
              aria-label={`Leave “${permissionLabel(permission.name)}” out`}
              disabled={disabled}
              onClick={() => onLeaveOut(permission)}
              className="grid size-6 shrink-0 place-items-center rounded-md text-muted hover:not-disabled:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
