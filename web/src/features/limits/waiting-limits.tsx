import { limitTitle } from '@sente/contract/limit-words';
import type { LimitBody } from '@sente/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { waitingQuery } from '../../ui/waiting-requests.tsx';

interface WaitingLimit {
  readonly requestId: string;
  /** In words: "UGX 5,000,000", or "no limit". */
  readonly after: string;
}

/** What a request asks for, limit by limit; by the title of the limit. */
export function useWaitingLimits(companyId: string): ReadonlyMap<string, WaitingLimit> {
  const { data } = useQuery(waitingQuery({ kind: 'limit', limitOf: 'limits', companyId }));
  return new Map(
    data?.rows.flatMap(({ id, changes }) =>
      changes.map(({ what, after }) => [what, { requestId: id, after }] as const),
    ),
  );
}

interface WaitingLimitHintProps {
  waiting: ReadonlyMap<string, WaitingLimit>;
  limit: Omit<LimitBody, 'most'>;
}

/** Under the field of a limit that waits. */
export function WaitingLimitHint({ waiting, limit }: WaitingLimitHintProps) {
  const found = waiting.get(limitTitle(limit));
  if (!found) return null;
  const { requestId, after } = found;
  return (
    <p className="mt-1 text-13 text-warning-text">
      {after.charAt(0).toUpperCase() + after.slice(1)} waits for a second person.{' '}
      <Link to={paths.approval(requestId)} className="link rounded-sm">
        Open the request
      </Link>
    </p>
  );
}

/** Above the button that saves: what it can do while a request waits. */
export function WaitingLimitsNote({ waiting }: Pick<WaitingLimitHintProps, 'waiting'>) {
  const [first] = waiting.values();
  return (
    <p className="text-13 text-muted">
      {first ? (
        <>
          Until{' '}
          <Link to={paths.approval(first.requestId)} className="link rounded-sm">
            the request that waits
          </Link>{' '}
          is decided, no other higher limit can be asked for. Lower limits apply at once.
        </>
      ) : (
        'Lower limits apply at once. Higher or removed limits wait for a second person.'
      )}
    </p>
  );
}
