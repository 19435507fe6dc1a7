import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WaitingNotice } from '../../ui/waiting-requests.tsx';
import { BlockedNumbers } from './blocked-numbers.tsx';
import { limitQueries } from './limit-queries.ts';
import { LimitsForm } from './limits-form.tsx';
import { LimitsList } from './limits-list.tsx';

interface LimitsViewProps {
  companyId: string;
  portal: 'admin' | 'client';
  canChangeLimits: boolean;
  canBlock: boolean;
  /** Between the limits and the blocked numbers. */
  more?: ReactNode;
}

/** The limits of a company with what is used of them, and its blocked numbers. */
export function LimitsView(props: LimitsViewProps) {
  const { companyId, portal, canChangeLimits, canBlock, more } = props;
  const query = useQuery(limitQueries.ofCompany(companyId));
  const { data, failure, isLoading } = queryState(query);
  return (
    <div className="flex flex-col gap-4">
      {isLoading ? (
        <Card title="Limits">
          <SkeletonRows count={6} label="Loading limits" />
        </Card>
      ) : null}
      {failure ? (
        <ErrorPanel title="Failed to load limits" failure={failure} retryLabel="Try Again" />
      ) : null}
      {data ? (
        <p className="text-13 text-muted">
          A payment counts on the day in Kampala on which it was asked for, also if a payout is
          approved later. A bulk payout counts from its approval on. What fails no longer counts.
        </p>
      ) : null}
      {portal === 'admin' ? (
        <WaitingNotice
          title="A change of these limits waits for a second person"
          kind="limit"
          limitOf="limits"
          companyId={companyId}
        />
      ) : null}
      {data && canChangeLimits ? <LimitsForm companyId={companyId} limits={data} /> : null}
      {data && !canChangeLimits ? <LimitsList limits={data} /> : null}
      {more}
      <BlockedNumbers
        companyId={companyId}
        canChange={canBlock}
        description={
          <>
            No payments of this company to or from these numbers.{' '}
            {portal === 'admin' ? (
              <Link to={paths.blockedNumbers()} className="link rounded-sm">
                Numbers blocked for all companies
              </Link>
            ) : (
              'Sente may block others for all companies.'
            )}
          </>
        }
      />
    </div>
  );
}
