import {
  type FeeDirection,
  feeDirections,
  type FeeRule,
  type FeeSchedule,
} from '@sente/contract/fees';
import { useQuery } from '@tanstack/react-query';
import { Percent, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatDateTime, formatShortTime } from '../../lib/dates.ts';
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
import { WaitingNotice } from '../../ui/waiting-requests.tsx';
import { feeQueries, useRemoveFee } from './fee-queries.ts';
import { directionLabels, ruleText, sortFees } from './fee-labels.ts';

const SetFeeDialog = lateWindow(() => import('./set-fee-dialog.tsx'));

interface CompanyFeesProps {
  companyId: string;
  companyName: string;
}

/** A company's current, planned and past fees. */
export function CompanyFees({ companyId, companyName }: CompanyFeesProps) {
  const { data, failure, isLoading } = queryState(useQuery(feeQueries.ofCompany(companyId)));
  const { data: settlementRule } = useQuery(feeQueries.settlementRule(companyId));
  const canSet = useCan('staffFees');
  const [isSetting, setIsSetting] = useState(false);
  const [removing, setRemoving] = useState<FeeSchedule | null>(null);
  const fees = data && sortFees(data);

  return (
    <Card
      title="Fees"
      description="What the provider takes for each mobile-money payment and settlement"
      actions={
        canSet ? (
          <Button
            size="sm"
            icon={<Percent />}
            disabled={!fees}
            aria-haspopup="dialog"
            onPointerEnter={SetFeeDialog.preload}
            onFocus={SetFeeDialog.preload}
            onClick={() => setIsSetting(true)}
          >
            Set Fee
          </Button>
        ) : null
      }
    >
      <div className="mb-5 empty:hidden">
        <WaitingNotice
          title="A change of fees waits for a second person"
          kind="fee"
          companyId={companyId}
        />
      </div>
      {isLoading ? <SkeletonRows count={2} label="Loading fees" /> : null}
      {failure ? (
        <ErrorPanel
          className={fees ? 'mb-5' : undefined}
          title="Failed to load fees"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {fees ? (
        <div className="flex flex-col gap-6">
          <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
            {feeDirections.map((direction) => (
              <CurrentFee
                key={direction}
                direction={direction}
                fee={fees.current[direction]}
                rule={direction === 'settlement' ? settlementRule : undefined}
              />
            ))}
          </dl>
          <FeeRows
            title="Planned"
            fees={fees.planned}
            onRemove={canSet ? setRemoving : undefined}
          />
          <FeeRows title="History" fees={fees.past} />
        </div>
      ) : null}
      <SetFeeDialog
        {...{ companyId, companyName }}
        open={isSetting}
        onClose={() => setIsSetting(false)}
      />
      <ConfirmAction
        subject={removing}
        change={useRemoveFee(companyId)}
        input={({ id }) => id}
        title={() => 'Remove this planned fee?'}
        description={(fee) =>
          `${directionLabels[fee.direction]}: ${ruleText(fee.rule)}, from ${formatDateTime(fee.effectiveFrom)}. The fee before it stays in effect.`
        }
        confirmLabel="Remove Fee"
        busyLabel="Removing..."
        done={(_, { meta }) =>
          meta?.approvalId
            ? {
                text: 'The lower fee waits for a second person',
                request: paths.approval(meta.approvalId),
              }
            : 'Planned fee removed successfully'
        }
        failed="Failed to remove fee"
        onClose={() => setRemoving(null)}
      />
    </Card>
  );
}

/** Until the rule of the platform is known. */
function noneText(direction: FeeDirection): string {
  return direction === 'settlement' ? 'As for all companies' : 'No fee';
}

interface CurrentFeeProps {
  direction: FeeDirection;
  fee: FeeSchedule | undefined;
  /** That of the platform, which applies without one of the company's own. */
  rule?: FeeRule | undefined;
}

function CurrentFee({ direction, fee, rule }: CurrentFeeProps) {
  const applies = fee?.rule ?? rule;
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{directionLabels[direction]}</dt>
      <dd className="mt-0.5">
        <span className="tabular font-medium wrap-anywhere">
          {applies ? ruleText(applies) : noneText(direction)}
        </span>
        {!fee && rule ? (
          <span className="mt-0.5 block text-13 text-muted">As for all companies</span>
        ) : null}
        {fee ? (
          <span className="mt-0.5 block text-13 text-muted">
            Since <DateText value={fee.effectiveFrom} format="shortTime" />
            {fee.createdBy ? `, set by ${fee.createdBy}` : ''}
          </span>
        ) : null}
      </dd>
    </div>
  );
}

interface FeeRowsProps {
  title: string;
  fees: readonly FeeSchedule[];
  /** For fees that can be withdrawn. */
  onRemove?: ((fee: FeeSchedule) => void) | undefined;
}

/** Fees other than the current ones; nothing without any. */
function FeeRows({ title, fees, onRemove }: FeeRowsProps) {
  if (fees.length === 0) return null;
  return (
    <section aria-label={`${title} fees`}>
      <h3 className="mb-2 text-13 font-medium text-muted">{title}</h3>
      <ul className="max-h-72 divide-y overflow-y-auto rounded-lg border">
        {fees.map((fee) => (
          <li key={fee.id} className="flex items-start justify-between gap-3 px-3 py-2.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Badge>{directionLabels[fee.direction]}</Badge>
                <span className="tabular wrap-anywhere">{ruleText(fee.rule)}</span>
              </p>
              <p className="mt-1 text-13 text-muted">
                From <DateText value={fee.effectiveFrom} format="shortTime" />
                {fee.createdBy ? `, set by ${fee.createdBy}` : ''}
              </p>
            </div>
            {onRemove ? (
              <IconButton
                label={`Remove the fee from ${formatShortTime(fee.effectiveFrom)}`}
                icon={<Trash2 />}
                size="sm"
                onClick={() => onRemove(fee)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
