import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { PartNotLoaded } from '../../ui/part-not-loaded.tsx';
import { BulkLines, firstLines } from './bulk-lines.tsx';
import { bulkQueries } from './bulk-queries.ts';
import { DoubledBanner } from './bulk-summary.tsx';

interface BulkOfApprovalProps {
  bulkId: string;
  /** The address of a payment; undefined for people who may not see it. */
  hrefFor: ((transactionId: string) => string) | undefined;
}

/** The lines that one approval covers, for whoever decides. */
export default function BulkOfApproval({ bulkId, hrefFor }: BulkOfApprovalProps) {
  const { data, failure } = queryState(useQuery(bulkQueries.details(bulkId)));
  const [shown, setShown] = useState(firstLines);
  if (data) {
    return (
      <>
        <DoubledBanner bulk={data} isLinked={false} />
        <BulkLines bulk={data} hrefFor={hrefFor} shown={shown} onShow={setShown} />
      </>
    );
  }
  return <PartNotLoaded title="Lines" what="the lines" count={4} failure={failure} />;
}
