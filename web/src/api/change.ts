import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { ApiError, isNotFound, isUnanswered } from './api-error.ts';
import { key, keys, moneyKeys } from './keys.ts';

type Keys<Input> = readonly QueryKey[] | ((input: Input) => readonly QueryKey[]);

interface Change<Input, Result> {
  readonly send: (input: Input) => Promise<Result>;
  /**
   * The queries that become stale. Refetched at once if a screen shows them, otherwise when one
   * does.
   */
  readonly invalidates: Keys<Input>;
  /** Also stale, and refetched even if no screen shows them, because the form leads to them. */
  readonly refetches?: Keys<Input> | undefined;
  /**
   * When they become stale; by default after success. A failure counts where a concurrent change is
   * possible; "outdated" is a refusal that reports one (404 or 409), and after an "unanswered" call
   * it is unknown whether the change was made.
   */
  readonly after?: readonly ('success' | 'failure' | 'outdated' | 'unanswered')[] | undefined;
  /** False: the change is done before the screens have refetched. */
  readonly waits?: boolean | undefined;
  /** Of the record that fills the form: read again when the server says that somebody else changed it. */
  readonly edits?: QueryKey | undefined;
  /**
   * The key of the record that the change deletes. A record that is already gone counts as deleted.
   */
  readonly removes?: ((input: Input) => QueryKey) | undefined;
  /** The key of the record that the answer contains. It is shown at once. */
  readonly stores?: ((input: Input) => QueryKey) | undefined;
}

/** A call that changes something, with the queries that it makes stale. */
export function useChange<Input = void, Result = unknown>(
  change: Change<Input, Result>,
): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  const {
    send,
    invalidates,
    refetches = [],
    after = ['success'],
    waits = true,
    edits,
    removes,
    stores,
  } = change;
  const refresh = (input: Input): Promise<unknown> | undefined => {
    const done = Promise.all([
      invalidate(client, resolve(invalidates, input)),
      invalidate(client, resolve(refetches, input), 'all'),
    ]);
    return waits ? done : undefined;
  };
  return useMutation({
    mutationFn: send,
    // The answer is not cached, because it may contain a secret.
    gcTime: 0,
    onSuccess: async (answer, input) => {
      if (stores) client.setQueryData(stores(input), answer);
      if (after.includes('success')) await refresh(input);
      // After the lists: the page of the record is left before it can refetch it.
      if (removes) client.removeQueries({ queryKey: removes(input) });
    },
    onError: (error, input) => {
      if (after.includes('failure') || (removes && isNotFound(error))) return refresh(input);
      if (edits && isOutdated(error)) void client.invalidateQueries({ queryKey: edits });
      if (after.includes('outdated') && isOutdated(error)) void refresh(input);
      if (after.includes('unanswered') && isUnanswered(error)) void refresh(input);
      return undefined;
    },
  });
}

function isOutdated(error: Error): boolean {
  return error instanceof ApiError && [404, 409].includes(error.status);
}

function resolve<Input>(keysOf: Keys<Input>, input: Input): readonly QueryKey[] {
  return typeof keysOf === 'function' ? keysOf(input) : keysOf;
}

function invalidate(
  client: QueryClient,
  stale: readonly QueryKey[],
  refetchType: 'active' | 'all' = 'active',
): Promise<unknown> {
  return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey, refetchType })));
}

/**
 * Everything that shows amounts or waiting approvals; not the forms, which may have unsaved input.
 */
const changedKeys = [
  ...moneyKeys,
  keys.notifications.summary,
  keys.dashboards.all,
  keys.attention,
  keys.reports.all,
  keys.accounts.allMovementTotals,
  keys.bulkPayouts.all,
  keys.settlements,
  // Approved requests settle cases, withdraw statements and close days.
  key('reconciliation'),
  key('network-statements'),
  key('accounting'),
  keys.companies.lists,
  keys.search.all,
];

/** For changes that move, hold or release money. They affect too many screens to wait for. */
export const movesMoney = {
  invalidates: changedKeys,
  after: ['success', 'failure'],
  waits: false,
} as const;

/** After money moved without a change made here. */
export function invalidateMoney(client: QueryClient): void {
  void invalidate(client, changedKeys);
}
