import type { Approval } from '@sente/contract/approval';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DaysTable } from './days-table.tsx';
import { reconciliationQueries } from './reconciliation-queries.ts';
import { ProposedPostings } from './settle-card.tsx';

/** What the second person looks at before approving what concerns the books. */
export default function BooksOfApproval({ caseId, day }: Pick<Approval, 'caseId' | 'day'>) {
  const canSettle = useCan('staffMoney');
  if (day) return <DayToClose day={day} />;
  return caseId && canSettle ? <PostingsOfCase caseId={caseId} /> : null;
}

function PostingsOfCase({ caseId }: { caseId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(reconciliationQueries.case(caseId)));
  if (data) {
    return data.proposed ? <ProposedPostings id={caseId} action={data.proposed.action} /> : null;
  }
  return (
    <Card title="What it posts" description="If it is approved now.">
      {isLoading ? <SkeletonRows count={3} label="Loading what it posts" /> : null}
      {failure ? <ErrorPanel title="Failed to load what it posts" failure={failure} /> : null}
    </Card>
  );
}

function DayToClose({ day }: { day: string }) {
  const { data, failure, isLoading } = queryState(useQuery(reconciliationQueries.days(day)));
  const link = 'rounded-sm underline underline-offset-3';
  return (
    <Card
      title="The day by the statements"
      description="What differs now can still be settled, with the date on which it is booked."
    >
      {isLoading ? <SkeletonRows count={2} label="Loading the day" /> : null}
      {failure ? <ErrorPanel title="Failed to load the day" failure={failure} /> : null}
      {data ? <DaysTable days={data.days.filter((one) => one.day === day)} /> : null}
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        <Link to={paths.accounting({ day })} className={link}>
          Trial balance of {formatDate(day)}
        </Link>
        <Link to={paths.reconciliationCases()} className={link}>
          All open cases
        </Link>
      </p>
    </Card>
  );
}
