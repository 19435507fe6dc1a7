import { placeNames } from '@sente/contract/network-statements';
import { caseTexts } from '@sente/contract/case-kinds';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { CaseContent } from '../../features/reconciliation/case-content.tsx';
import { CaseState } from '../../features/reconciliation/case-columns.tsx';
import { reconciliationQueries } from '../../features/reconciliation/reconciliation-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function CasePage() {
  const { id = '' } = useParams();
  const { data, failure, isLoading } = queryState(useQuery(reconciliationQueries.case(id)));
  const list = { to: paths.reconciliationCases(), label: 'Back to Cases' };
  return (
    <>
      <PageHeader
        title={data ? `Case ${data.number}` : 'Case'}
        subtitle={
          data
            ? `${caseTexts(data.kind, data.network).label}, ${placeNames[data.network]}`
            : undefined
        }
        meta={data ? <CaseState of={data} /> : undefined}
        back={list}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Case not found', hint: 'There is no case with this ID.' }}
          failedTitle="Failed to load the case"
          back={list}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={6} label="Loading the case" /> : null}
      {data ? <CaseContent key={id} of={data} /> : null}
    </>
  );
}
