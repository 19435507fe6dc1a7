/** The values of a form by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A field that somebody else changed while the form was open. */
export interface MeanwhileChange {
  readonly name: string;
  readonly theirs: unknown;
  /** Absent if the field was not touched: it takes their value. */
  readonly mine?: unknown;
}

type Same = (one: unknown, other: unknown) => boolean;

/** A field without a value is empty; a list is a value. */
export const isSame: Same = (one, other) =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** `opened` is what the form was filled with, `stored` is there now, and `typed` stands in the form. */
export function changesMeanwhile(
  opened: Values,
  stored: Values,
  typed: Values,
  same: Same = isSame,
): { readonly values: Values; readonly changes: readonly MeanwhileChange[] } {
  const names = new Set([...Object.keys(opened), ...Object.keys(stored), ...Object.keys(typed)]);
  const values: Record<string, unknown> = {};
  const changes: MeanwhileChange[] = [];
  for (const name of names) {
    const [theirs, mine] = [stored[name], typed[name]];
    const isTouched = !same(opened[name], mine);
    values[name] = isTouched ? mine : theirs;
    if (same(opened[name], theirs) || same(theirs, mine)) continue;
    changes.push({ name, theirs, ...(isTouched && { mine }) });
  }
  return { values, changes };
}

/** Of a field whose values are texts; one without a value is empty. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
