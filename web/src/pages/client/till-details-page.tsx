import type { TillDetails } from '@sente/contract/tills';
import { useQuery } from '@tanstack/react-query';
import { Ban, Pencil, Store } from 'lucide-react';
import { useState } from 'react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { CashiersCard } from '../../features/tills/cashiers-card.tsx';
import { DevicesCard } from '../../features/tills/devices-card.tsx';
import { OpenShift } from '../../features/tills/open-shift.tsx';
import { TillStateBadge } from '../../features/tills/till-columns.tsx';
import { tillQueries, useEndTill } from '../../features/tills/till-queries.ts';
import { TillShifts } from '../../features/tills/till-shifts.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const TillFormDialog = lateWindow(() => import('../../features/tills/till-form-dialog.tsx'));

export default function TillDetailsPage() {
  const { id = '' } = useParams();
  const { data: till, failure } = queryState(useQuery(tillQueries.details(id)));
  usePageTitle(till?.name);
  const isInUse = till !== undefined && till.endedAt === null;
  const canManage = useCan('canManageAccounts') && isInUse;
  const canViewTransactions = useCan('canViewTransactions');
  return (
    <>
      <PageHeader
        title={till?.name ?? 'Till'}
        back={{ to: paths.client.tills(), label: 'Back to Tills' }}
        meta={till ? <TillStateBadge till={till} /> : null}
        actions={till && canManage ? <TillActions till={till} /> : null}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<Store />}
          missing={{
            title: 'Till not found',
            hint: 'It may be of another company.',
            mayCome: false,
          }}
          failedTitle="Failed to load the till"
          back={{ to: paths.client.tills(), label: 'Back to Tills' }}
        />
      ) : null}
      {till ? (
        <>
          <Facts till={till} />
          {canViewTransactions
            ? till.devices.map((device) =>
                device.openShift ? (
                  <OpenShift
                    key={device.openShift.id}
                    tillId={till.id}
                    device={device}
                    shift={device.openShift}
                  />
                ) : null,
              )
            : null}
          {isInUse ? (
            <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
              <DevicesCard till={till} canManage={canManage} />
              <CashiersCard till={till} canManage={canManage} />
            </div>
          ) : null}
          {canViewTransactions ? <TillShifts tillId={till.id} /> : null}
        </>
      ) : null}
      {!till && !failure ? <SkeletonRows count={7} label="Loading till" /> : null}
    </>
  );
}

const linkClass = 'rounded-sm text-accent-text underline underline-offset-3';

function Facts({ till }: { till: TillDetails }) {
  const { products } = till;
  return (
    <Card title="Till">
      <DetailList
        items={[
          {
            label: 'Into Account',
            value: (
              <Link to={paths.client.account(till.accountId)} className={linkClass}>
                {till.accountName} · {till.accountNumber}
              </Link>
            ),
          },
          {
            label: 'Sells',
            // A name may have commas.
            value: products.map(({ productName }) => productName).join(' · ') || 'No products',
          },
          {
            label: 'Used On',
            value: (
              <>
                <Link to={paths.till()} className={linkClass}>
                  The till's own page
                </Link>{' '}
                on a paired phone or tablet, with a cashier's PIN
              </>
            ),
          },
          {
            label: 'Created',
            value: (
              <>
                <DateText value={till.createdAt} format="dateTime" />
                {till.createdBy ? (
                  <span className="block text-13 text-muted">by {till.createdBy}</span>
                ) : null}
              </>
            ),
          },
          ...(till.endedAt
            ? [{ label: 'Ended', value: <DateText value={till.endedAt} format="dateTime" /> }]
            : []),
        ]}
      />
    </Card>
  );
}

function TillActions({ till }: { till: TillDetails }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  return (
    <>
      <Button
        icon={<Pencil />}
        aria-haspopup="dialog"
        onPointerEnter={TillFormDialog.preload}
        onFocus={TillFormDialog.preload}
        onClick={() => setIsEditing(true)}
      >
        Edit Till
      </Button>
      <Button variant="danger-quiet" icon={<Ban />} onClick={() => setIsEnding(true)}>
        End Till
      </Button>
      <TillFormDialog
        companyId={till.companyId}
        till={till}
        open={isEditing}
        onClose={() => setIsEditing(false)}
        onSaved={() => setIsEditing(false)}
      />
      <ConfirmAction
        subject={isEnding ? till : null}
        change={useEndTill()}
        input={({ id }) => id}
        title={({ name }) => `End ${name}?`}
        description="Its devices are unpaired and open shifts end at once. Its shifts stay in the list. This cannot be undone."
        confirmLabel="End Till"
        cancelLabel="Back"
        busyLabel="Ending..."
        tone="danger"
        done="Till ended"
        failed="Failed to end the till"
        onClose={() => setIsEnding(false)}
      />
    </>
  );
}
