import { accounting } from '@sente/contract/accounting';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { callFile } from '../../api/call-file.ts';
import { errorText } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { formatDate } from '../../lib/dates.ts';
import { downloadFile } from '../../lib/download-csv.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { accountingQueries } from './accounting-queries.ts';

const shownAtFirst = 7;

/** That the company's balance is in what the provider owes, for each closed day. */
export default function LiabilityProofsPanel({ companyId }: { companyId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(accountingQueries.proofs(companyId)));
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Card
      title="Proof of liabilities"
      description="Each file proves that your balance is in the sum of what the provider owes, without showing you that of others by name."
    >
      {isLoading ? <SkeletonRows count={3} label="Loading proofs" /> : null}
      {failure ? <ErrorPanel title="Failed to load proofs" failure={failure} /> : null}
      {data?.length === 0 ? (
        <p className="text-muted">There is none yet: the provider has not closed a day.</p>
      ) : null}
      {data && data.length > 0 ? (
        <>
          <ul className="-my-2 divide-y">
            {(showsAll ? data : data.slice(0, shownAtFirst)).map(
              ({ day, balance, liabilities }) => (
                <li
                  key={day}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <span className="min-w-0">
                    <span className="font-medium">{formatDate(day)}</span>
                    <span className="block text-13 text-muted">
                      <Money amount={balance} /> of <Money amount={liabilities} />
                    </span>
                  </span>
                  <Save companyId={companyId} day={day} />
                </li>
              ),
            )}
          </ul>
          {data.length > shownAtFirst && !showsAll ? (
            <Button className="mt-3" size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
              {`Show all ${data.length} days`}
            </Button>
          ) : null}
          <p className="mt-3 text-13 text-muted">
            Anybody checks such a file at{' '}
            <Link to={paths.verify()} className="link">
              /verify
            </Link>
            . Keep the root that it shows, and compare it with others.
          </p>
        </>
      ) : null}
    </Card>
  );
}

function Save({ companyId, day }: { companyId: string; day: string }) {
  const [isBusy, setIsBusy] = useState(false);

  async function save(): Promise<void> {
    setIsBusy(true);
    try {
      const file = await callFile(accounting.liabilityProof, { params: { id: companyId, day } });
      downloadFile(file.fileName ?? `proof-of-liabilities-${day}.csv`, file.content);
    } catch (error) {
      notify.error(errorText(error, 'Failed to download the proof'));
    }
    setIsBusy(false);
  }

  return (
    <Button size="sm" icon={<Download />} busy={isBusy} onClick={() => void save()}>
      Download
      <span className="sr-only"> the proof of {formatDate(day)}</span>
    </Button>
  );
}
