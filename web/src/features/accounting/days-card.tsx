import type { AccountingDay } from '@sente/contract/accounting';
import { useQuery } from '@tanstack/react-query';
import { Lock, Signature } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Banner } from '../../ui/banner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { accountingQueries, useCloseDay } from './accounting-queries.ts';

const shown = 14;
const none = <span className="text-muted">Not yet</span>;

const columns: readonly Column<AccountingDay>[] = [
  { key: 'day', header: 'Day', cell: ({ day }) => formatDate(day) },
  {
    key: 'state',
    header: 'State',
    phone: 'aside',
    cell: ({ isClosed, approvalId, root }) => {
      if (approvalId) return <Badge tone="info">Waits for approval</Badge>;
      if (!isClosed) return <Badge tone="neutral">Open</Badge>;
      return root === null ? (
        <Badge tone="warning" icon={<Lock />}>
          Closed, not signed
        </Badge>
      ) : (
        <Badge tone="success" icon={<Lock />}>
          Closed
        </Badge>
      );
    },
  },
  {
    key: 'liabilities',
    header: 'Companies had',
    align: 'right',
    phone: 'named',
    cell: ({ liabilities }) => (liabilities === null ? none : <Money amount={liabilities} />),
  },
  {
    key: 'root',
    header: 'Signed root',
    phone: 'named',
    cell: ({ root }) =>
      root ? <Copyable value={root} shown={`${root.slice(0, 12)}…`} label="Root" /> : none,
  },
  {
    key: 'by',
    header: 'Closed',
    phone: 'named',
    cell: ({ closedAt, closedBy, approvedBy }) =>
      closedAt ? (
        <span>
          <DateText value={closedAt} format="shortTime" />
          <span className="block text-13 text-muted">
            {[closedBy, approvedBy].filter(Boolean).join(', approved by ')}
          </span>
        </span>
      ) : (
        none
      ),
  },
];

/** A closed day that is not signed is signed by the same call. */
const textsOf = {
  Close: {
    act: 'Close',
    confirm: 'Ask for Approval',
    description:
      'A second person approves it. Nothing can be booked into this day or any day before it afterwards, and it cannot be opened again. The balances of all companies at its end are signed, with what networks and bank had by the statements that have come. Open cases stay open.',
    busyLabel: 'Asking...',
    done: 'A second person has to approve it',
    failed: 'Failed to ask for it',
  },
  Sign: {
    act: 'Sign',
    confirm: 'Sign Day',
    description:
      'The day is closed already. The balances of all companies at its end are signed now, so that they can prove them.',
    busyLabel: 'Signing...',
    done: 'Day signed',
    failed: 'Failed to sign the day',
  },
} as const;

interface Asked {
  readonly day: string;
  readonly texts: (typeof textsOf)[keyof typeof textsOf];
}

/** Closed days stay as they are; each proves what the provider owes at its end. */
export function DaysCard() {
  const { data, failure, isLoading } = queryState(useQuery(accountingQueries.days()));
  const canClose = useCan('staffMoney');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { next = null, unsigned = null } = data?.meta ?? {};
  // Days are signed in order, so it comes before the next one is closed.
  const wanted = unsigned ?? next;
  const act = unsigned ? 'Sign' : 'Close';
  const waiting = data?.data.find(({ day, approvalId }) => day === wanted && approvalId !== null);
  return (
    <Card
      title="Days"
      description="Nothing is booked into a closed day; what corrects it has the day on which it is booked."
      actions={
        waiting?.approvalId ? (
          <ButtonLink to={paths.approval(waiting.approvalId)} icon={<Lock />}>
            {`Look at the request for ${formatDate(waiting.day)}`}
          </ButtonLink>
        ) : canClose && wanted ? (
          <Button
            icon={unsigned ? <Signature /> : <Lock />}
            onClick={() => setAsked({ day: wanted, texts: textsOf[act] })}
          >
            {`${act} ${formatDate(wanted)}`}
          </Button>
        ) : null
      }
    >
      {isLoading ? <SkeletonRows count={6} label="Loading days" /> : null}
      {failure ? <ErrorPanel title="Failed to load days" failure={failure} /> : null}
      {data ? (
        <>
          {unsigned ? (
            <Banner tone="warning" className="mb-4" title={`${formatDate(unsigned)} is not signed`}>
              It is closed, and companies have no proof of it yet. The server tries again every
              minute; no later day can be closed before.
            </Banner>
          ) : null}
          <DataTable
            caption="Days"
            columns={columns}
            rows={rowsOf(data.data, next)}
            rowKey={({ day }) => day}
            empty={<p className="p-4 text-muted">No day is closed yet.</p>}
          />
          <p className="mt-3 text-13 text-muted">{openText(data.data)}</p>
        </>
      ) : null}
      <CloseDay asked={asked} onClose={() => setAsked(null)} />
    </Card>
  );
}

/** The day that is closed next, and those before it. */
function rowsOf(days: readonly AccountingDay[], next: string | null): AccountingDay[] {
  return days.filter(({ day, isClosed }) => isClosed || day === next).slice(0, shown);
}

function openText(days: readonly AccountingDay[]): string {
  const last = days.find(({ isClosed }) => isClosed);
  if (!last) return 'No day is closed. The first one closes all days before it.';
  const count = days.indexOf(last);
  return `${count === 1 ? '1 day is' : `${count} days are`} open since, today included. Days are closed in order.`;
}

function CloseDay({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const change = useCloseDay();
  return (
    <ConfirmAction
      subject={asked}
      change={change}
      input={({ day }) => day}
      title={({ day, texts }) => `${texts.act} ${formatDate(day)}?`}
      description={({ texts }) => texts.description}
      confirmLabel={({ texts }) => texts.confirm}
      busyLabel={({ texts }) => texts.busyLabel}
      tone="primary"
      done={({ texts }) => texts.done}
      failed={({ texts }) => texts.failed}
      onClose={onClose}
    />
  );
}
