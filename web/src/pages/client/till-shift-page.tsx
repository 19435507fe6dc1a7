import type { ShiftSheet as ShiftDetails } from '@sente/contract/tills';
import { useQuery } from '@tanstack/react-query';
import { Clock, Printer } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { ShiftSheet, timesOf } from '../../features/till/ended-shift.tsx';
import { tillQueries } from '../../features/tills/till-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { shiftEndingWords } from '../../lib/till-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
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
    <>
      <PageHeader
        title={shift ? `Shift of ${shift.cashierName}` : 'Shift'}
        subtitle={shift && timesOf(shift)}
        meta={shift && !shift.endedAt ? <Badge tone="success">Open</Badge> : null}
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
      {shift ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0">
            <ShiftSheet shift={shift} />
          </div>
          <div className="min-w-0 lg:sticky lg:top-18 lg:self-start">
            <Summary shift={shift} tillId={id} />
          </div>
        </div>
      ) : null}
      {!shift && !failure ? <SkeletonRows count={7} label="Loading shift" /> : null}
    </>
  );
}

/** Who worked where, from when until when, and how it ended. */
function Summary({ shift, tillId }: { shift: ShiftDetails; tillId: string }) {
  const { id, cashierName, companyName, tillName, deviceName, openedAt, endedAt, ending } = shift;
  return (
    <Card title="Summary">
      <DetailList
        columns={1}
        items={[
          { label: 'Cashier', value: cashierName },
          {
            label: 'Till',
            value: (
              <>
                <Link
                  to={paths.client.till(tillId)}
                  className="rounded-sm text-accent-text wrap-anywhere hover:underline"
                >
                  {tillName}
                </Link>
                <span className="block text-13 text-muted">{companyName}</span>
              </>
            ),
          },
          { label: 'Device', value: deviceName },
          { label: 'Opened', value: <DateText value={openedAt} format="exactTime" /> },
          {
            label: 'Ended',
            value: endedAt ? (
              <>
                <DateText value={endedAt} format="exactTime" />
                <span className="block text-13 text-muted">
                  {ending && shiftEndingWords[ending]}
                </span>
              </>
            ) : (
              'Not yet'
            ),
          },
          { label: 'Shift ID', value: <Copyable value={id} label="Shift ID" /> },
        ]}
      />
    </Card>
  );
}
