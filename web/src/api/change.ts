import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { ApiError, isNotFound } from './api-error.ts';

/*
 * A query key begins with its noun and what it holds of it: ['companies', 'list', ...],
 * ['companies', 'details', id]. A change names the keys, or the beginnings of keys, that it makes stale.
 */

interface Change<Input, Result> {
  readonly send: (input: Input) => Promise<Result>;
  readonly invalidates: readonly QueryKey[] | ((input: Input) => readonly QueryKey[]);
  /**
   * When they are stale; left out: after success. A failure counts where somebody else may have been
   * faster; "outdated" is a refusal that says so (404 or 409).
   */
  readonly after?: readonly ('success' | 'failure' | 'outdated')[] | undefined;
  /** False: the change is done before the screens have fetched the new state. */
  readonly waits?: boolean | undefined;
  /** The key of the record that the change deletes. A record that is already gone counts as deleted. */
  readonly removes?: ((input: Input) => QueryKey) | undefined;
  /** The key of the record that the change answers. It shows at once. */
  readonly stores?: ((input: Input) => QueryKey) | undefined;
}

/** A call that changes something, together with what it makes stale. */
export function useChange<Input = void, Result = unknown>(
  change: Change<Input, Result>,
): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  const { send, invalidates, after = ['success'], waits = true, removes, stores } = change;
  const refresh = (input: Input): Promise<void> | undefined => {
    const keys = typeof invalidates === 'function' ? invalidates(input) : invalidates;
    const done = invalidate(client, keys);
    return waits ? done : undefined;
  };
  return useMutation({
    mutationFn: send,
    // Nothing keeps the answer, which may hold a secret.
    gcTime: 0,
    onSuccess: async (answer, input) => {
      if (stores) client.setQueryData(stores(input), answer);
      if (after.includes('success')) await refresh(input);
      // After the lists: the page that shows the record is left before it can fetch it again.
      if (removes) client.removeQueries({ queryKey: removes(input) });
    },
    onError: (error, input) => {
      if (after.includes('failure') || (removes && isNotFound(error))) return refresh(input);
      if (after.includes('outdated') && isOutdated(error)) void refresh(input);
      return undefined;
    },
  });
}

function isOutdated(error: Error): boolean {
  return error instanceof ApiError && [404, 409].includes(error.status);
}

/** A record's details are fetched again even while no screen shows them: forms lead on to them. */
async function invalidate(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.map((queryKey) =>
      client.invalidateQueries({
        queryKey,
        refetchType: queryKey[1] === 'details' && queryKey.length > 2 ? 'all' : 'active',
      }),
    ),
  );
}

/** Everything that shows amounts or what waits for approval; not the forms, which are being typed into. */
const moneyKeys = [
  ['transactions'],
  ['api-transactions'],
  ['payment-reviews'],
  ['dashboards'],
  ['attention'],
  ['reports'],
  ['accounts', 'list'],
  ['accounts', 'details'],
  ['companies', 'list'],
  ['companies', 'details'],
  ['search'],
] as const satisfies readonly QueryKey[];

/** Of a change that moves, holds or releases money. It touches too many screens to wait for them. */
export const movesMoney = {
  invalidates: moneyKeys,
  after: ['success', 'failure'],
  waits: false,
} as const;

/** After money moved without a change made here. */
export function invalidateMoney(client: QueryClient): void {
  void invalidate(client, moneyKeys);
}
