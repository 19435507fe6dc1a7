import { useQuery } from '@tanstack/react-query';
import { Clock, Printer } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { ShiftSheet, timesOf } from '../../features/till/ended-shift.tsx';
import { tillQueries } from '../../features/tills/till-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** As the cashier printed it at the end of the shift; what was reversed since is marked. */
export default function TillShiftPage() {
  const { id = '', shiftId = '' } = useParams();
  const { data: shift, failure } = queryState(useQuery(tillQueries.shift(id, shiftId)));
  const back = { to: paths.client.till(id), label: shift?.tillName ?? 'Till' };
  usePageTitle(shift && `Shift of ${shift.cashierName}`);
  return (
    <div className="mx-auto w-full max-w-2xl print:max-w-none">
      <PageHeader
        title={shift ? `Shift of ${shift.cashierName}` : 'Shift'}
        subtitle={
          shift ? `${shift.companyName} · ${shift.tillName} · ${timesOf(shift)}` : undefined
        }
        back={back}
        actions={
          shift ? (
            <Button icon={<Printer />} onClick={() => window.print()}>
              Print
            </Button>
          ) : null
        }
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<Clock />}
          missing={{ title: 'Shift not found', hint: 'It may be of another till.', mayCome: false }}
          failedTitle="Failed to load the shift"
          back={back}
        />
      ) : null}
      {shift ? <ShiftSheet shift={shift} /> : null}
      {!shift && !failure ? <SkeletonRows count={7} label="Loading shift" /> : null}
    </div>
  );
}
