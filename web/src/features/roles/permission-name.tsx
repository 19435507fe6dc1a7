import { permissionLabel } from '@sente/contract/permission-labels';

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
