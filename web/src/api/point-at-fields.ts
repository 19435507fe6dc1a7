import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Marks the inputs that the server found wrong; the first of `names`, in page order, gets the focus. */
export function pointAtFields<Values extends FieldValues, Output>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'setError'>,
  error: unknown,
  names: readonly FieldPath<Values>[],
): void {
  if (!(error instanceof ApiError)) return;
  const wrong = names.filter((name) => error.fields[name] !== undefined);
  wrong.forEach((name, index) =>
    form.setError(name, { message: error.fields[name] ?? '' }, { shouldFocus: index === 0 }),
  );
}
