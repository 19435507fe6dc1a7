import { AppError } from './app-error.ts';

/** What was stored under the key of a request: the same again is answered with it, anything else is refused. */
export function sameInput<Row extends { readonly input_hash: string | null }>(
  row: Row,
  inputHash: string,
): Row {
  if (row.input_hash?.replaceAll('-', '') === inputHash) return row;
  throw new AppError('idempotency_key_reused');
}
