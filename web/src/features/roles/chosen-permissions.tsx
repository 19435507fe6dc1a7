import type { Permission } from '@sente/contract/roles';
import { X } from 'lucide-react';
import { useId } from 'react';

interface ChosenPermissionsProps {
  chosen: readonly Permission[];
  disabled: boolean;
  onLeaveOut: (permission: Permission) => void;
}

/** A filter may hide what is ticked, and nobody gives away what they do not see. */
export function ChosenPermissions({ chosen, disabled, onLeaveOut }: ChosenPermissionsProps) {
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
              {permission.name}
            </span>
            <button
              type="button"
              aria-label={`Leave ${permission.name} out`}
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
