import { permissionLabel } from '@sente/contract/permission-labels';
import type { Permission } from '@sente/contract/roles';

/** A permission in words, with the name that the API uses. */
export function PermissionName({ name }: { name: string }) {
  const label = permissionLabel(name);
  return (
    <>
      <span className="font-medium wrap-anywhere">{label}</span>{' '}
      {label === name ? null : (
        <span className="inline-block text-xs font-normal wrap-anywhere text-muted">{name}</span>
      )}
    </>
  );
}

/** What the words do not say already. */
export function permissionHint({ name, description }: Permission): string | undefined {
  return description && description !== permissionLabel(name) ? description : undefined;
}
