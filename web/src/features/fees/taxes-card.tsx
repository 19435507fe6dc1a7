import { describeRate, taxLabels, type TaxRate } from '@sente/contract/taxes';
import { useQuery } from '@tanstack/react-query';
import { Landmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { WaitingNotice } from '../../ui/waiting-requests.tsx';
import { directionLabels } from './fee-labels.ts';
import { taxQueries, useRemoveTax } from './tax-queries.ts';

const SetTaxDialog = lateWindow(() => import('./set-tax-dialog.tsx'));

type State = 'current' | 'planned' | 'past';
const stateOf = ({ isCurrent, effectiveFrom }: TaxRate): State => {
  if (isCurrent) return 'current';
  return Date.parse(effectiveFrom) > Date.now() ? 'planned' : 'past';
};
const badges = {
  current: <Badge tone="success">Current</Badge>,
  planned: <Badge tone="info">Planned</Badge>,
  past: <Badge>Ended</Badge>,
} as const;

const columns: readonly Column<TaxRate>[] = [
  {
    key: 'name',
    header: 'Tax',
    primary: true,
    isTwoLine: true,
    cell: ({ name, tax }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="block text-13 font-normal text-muted">{taxLabels[tax]}</span>
      </>
    ),
  },
  {
    key: 'direction',
    header: 'On',
    phone: 'named',
    cell: ({ direction }) => directionLabels[direction],
  },
  {
    key: 'rate',
    header: 'Rate',
    phone: 'line',
    cell: (rate) => (rate.percent === 0 ? 'No longer charged' : describeRate(rate)),
  },
  {
    key: 'from',
    header: 'From',
    phone: 'named',
    cell: ({ effectiveFrom }) => <DateText value={effectiveFrom} format="shortTime" />,
  },
  {
    key: 'until',
    header: 'Until',
    phone: 'named',
    cell: ({ endsAt }) => (endsAt ? <DateText value={endsAt} format="shortTime" /> : 'Open'),
  },
  { key: 'state', header: 'State', phone: 'aside', cell: (rate) => badges[stateOf(rate)] },
];

/** The taxes in what companies pay; each change takes two people. */
export function TaxesCard() {
  const { data, failure, isLoading } = queryState(useQuery(taxQueries.all()));
  const canSet = useCan('staffFees');
  const [isSetting, setIsSetting] = useState(false);
  const [removing, setRemoving] = useState<TaxRate | null>(null);
  const remove: Column<TaxRate> = {
    key: 'remove',
    header: 'Actions',
    cell: (rate) =>
      stateOf(rate) === 'planned' ? (
        <IconButton
          label={`Take back ${rate.name}`}
          icon={<Trash2 />}
          onClick={() => setRemoving(rate)}
        />
      ) : null,
  };
  const hasPlanned = data?.some((rate) => stateOf(rate) === 'planned') ?? false;
  return (
    <Card
      title="Taxes"
      description="VAT of the fee and the mobile-money levy of the amount, for all companies. What is charged goes to accounts of their own."
      actions={
        canSet ? (
          <Button
            size="sm"
            icon={<Landmark />}
            aria-haspopup="dialog"
            onPointerEnter={SetTaxDialog.preload}
            onFocus={SetTaxDialog.preload}
            onClick={() => setIsSetting(true)}
          >
            Set Tax
          </Button>
        ) : null
      }
    >
      {canSet ? (
        <div className="mb-4 empty:hidden">
          <WaitingNotice title="A change of taxes waits for a second person" kind="tax" />
        </div>
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading taxes" /> : null}
      {failure ? <ErrorPanel title="Failed to load taxes" failure={failure} /> : null}
      {data ? (
        <DataTable
          caption="Taxes"
          columns={canSet && hasPlanned ? [...columns, remove] : columns}
          rows={data}
          rowKey={({ id }) => id}
          empty={<p className="px-4 py-3 text-muted">No tax is charged.</p>}
        />
      ) : null}
      <SetTaxDialog open={isSetting} onClose={() => setIsSetting(false)} />
      <ConfirmAction
        subject={removing}
        change={useRemoveTax()}
        input={({ id }) => id}
        title={({ name }) => `Take back ${name}?`}
        description={(rate) =>
          `${directionLabels[rate.direction]}: ${describeRate(rate)}, from ${formatShortTime(rate.effectiveFrom)}. A second person has to approve it.`
        }
        confirmLabel="Take Back"
        busyLabel="Asking..."
        done={(_, { meta }) =>
          meta?.approvalId
            ? {
                text: 'It waits for a second person',
                request: paths.approval(meta.approvalId),
              }
            : 'The tax is taken back'
        }
        failed="Failed to take the tax back"
        onClose={() => setRemoving(null)}
      />
    </Card>
  );
}
