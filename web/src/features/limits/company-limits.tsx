import { kindLabel, limitText, placeTitle } from '@sente/contract/limit-words';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { limitQueries } from './limit-queries.ts';
import { UsedLimit } from './used-limit.tsx';

/** The limits of a company and what is used of them, on its page in the back-office. */
export default function CompanyLimits({ companyId }: { companyId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(limitQueries.ofCompany(companyId)));
  return (
    <Card
      title="Limits"
      description="What the company may pay and collect, and what is used of it"
      actions={
        <Link
          to={paths.companyLimits(companyId)}
          className="inline-block min-h-6 rounded-sm text-13 font-medium underline underline-offset-3"
        >
          All limits
        </Link>
      }
    >
      {failure ? (
        <ErrorPanel title="Failed to load limits" failure={failure} retryLabel="Try Again" />
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading limits" /> : null}
      {data?.length === 0 ? (
        <p className="text-muted">
          No limits. Payments are limited only by the balance of the account.
        </p>
      ) : null}
      <dl className="grid gap-x-8 gap-y-5 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {data?.map((limit) => (
          <div key={`${limit.scope} ${limit.direction} ${limit.kind}`} className="min-w-0">
            <dt className="text-13 text-muted">
              {placeTitle(limit)}: {kindLabel(limit.kind, limit.direction)}
            </dt>
            <dd className="tabular mt-0.5">
              {limitText(limit.kind, limit.most)}
              <span className="block text-13 text-muted">
                <UsedLimit limit={limit} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
