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

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
const emptyWords = new Set(['the', 'a', 'and', 'or', 'their', 'page']);

/** What the words do not say already: "See the analytics page" repeats "See analytics". */
export function permissionHint({ name, description }: Permission): string | undefined {
  const said = new Set([...wordsOf(permissionLabel(name)), ...emptyWords]);
  return wordsOf(description ?? '').every((word) => said.has(word))
    ? undefined
    : (description ?? '');
}
