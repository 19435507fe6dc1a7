import type { Report } from '@sente/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { formatDate } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { downloadDays, downloadSummary } from './report-csv.ts';
import { ReportDaysTable, ReportSummary } from './report-figures.tsx';
import { reportQueries } from './report-queries.ts';
import { ReportRangeForm } from './report-range-form.tsx';
import { daysOf } from './report-range.ts';

/** In a side panel over any page. */
export default function ReportsPanel() {
  const [days, setDays] = useState(() => daysOf('30days'));
  const [typed, setTyped] = useState(days);
  const isTyping = typed.startDate !== days.startDate || typed.endDate !== days.endDate;
  const report = useQuery(reportQueries.ofDays(days));
  const { data, failure, isLoading } = queryState(report);
  const errors = failure?.error instanceof ApiError ? failure.error.fields : {};
  const isAboutDays = Object.keys(errors).length > 0;

  return (
    <>
      <ReportRangeForm
        days={typed}
        onTyped={setTyped}
        busy={report.isFetching}
        errors={errors}
        onDays={setDays}
      />
      {failure && !isAboutDays ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load report"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={8} label="Loading report" /> : null}
      {data ? <Figures report={data} isOfOtherDays={isTyping} /> : null}
    </>
  );
}

interface FiguresProps {
  report: Report;
  /** Other days stand in the form by now: a file of these would be taken for one of those. */
  isOfOtherDays: boolean;
}

function Figures({ report, isOfOtherDays }: FiguresProps) {
  return (
    <>
      <h3 className="tabular mb-3 text-base">
        {formatDate(report.startDate)} to {formatDate(report.endDate)}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <ReportSummary title="Credit Summary" summary={report.creditSummary} />
        <ReportSummary title="Debit Summary" summary={report.debitSummary} />
      </div>
      {isOfOtherDays ? (
        <p className="my-4 flex min-h-9 items-center text-13 text-muted">
          Press Show for the figures of the days above.
        </p>
      ) : (
        <div className="my-4 flex flex-wrap gap-2">
          <Button icon={<Download />} onClick={() => downloadSummary(report)}>
            Download summary (CSV)
          </Button>
          <Button icon={<Download />} onClick={() => downloadDays(report)}>
            Download days (CSV)
          </Button>
        </div>
      )}
      <ReportDaysTable report={report} />
    </>
  );
}
