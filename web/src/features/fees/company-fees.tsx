import type { FeeSchedule } from '@sente/contract/fees';
import { paymentDirections, type PaymentDirection } from '@sente/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { FeeRows } from './fee-rows.tsx';
import { feeQueries } from './fee-queries.ts';
import { directionLabels, ruleText, sortFees } from './fee-words.ts';
import { RemoveFeeDialog } from './remove-fee-dialog.tsx';

const SetFeeDialog = lazyDialog(() => import('./set-fee-dialog.tsx'));

interface CompanyFeesProps {
  companyId: string;
  companyName: string;
}

/** What a company pays now, what is planned and what was. */
export function CompanyFees({ companyId, companyName }: CompanyFeesProps) {
  const { data, failure, isLoading } = queryState(useQuery(feeQueries.ofCompany(companyId)));
  const [isSetting, setIsSetting] = useState(false);
  const [removing, setRemoving] = useState<FeeSchedule | null>(null);
  const fees = data && sortFees(data);

  return (
    <Card
      title="Fees"
      description="What the provider keeps of each mobile-money payment"
      actions={
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
      }
    >
      {isLoading ? <SkeletonRows count={2} label="Loading fees" /> : null}
      {failure ? (
        <ErrorPanel
          className={fees ? 'mb-5' : undefined}
          title="Failed to load fees"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {fees ? (
        <div className="flex flex-col gap-6">
          <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
            {paymentDirections.map((direction) => (
              <CurrentFee key={direction} direction={direction} fee={fees.current[direction]} />
            ))}
          </dl>
          <FeeRows title="Planned" fees={fees.planned} onRemove={setRemoving} />
          <FeeRows title="History" fees={fees.past} />
        </div>
      ) : null}
      <SetFeeDialog
        {...{ companyId, companyName }}
        open={isSetting}
        onClose={() => setIsSetting(false)}
      />
      <RemoveFeeDialog companyId={companyId} fee={removing} onClose={() => setRemoving(null)} />
    </Card>
  );
}

interface CurrentFeeProps {
  direction: PaymentDirection;
  fee: FeeSchedule | undefined;
}

function CurrentFee({ direction, fee }: CurrentFeeProps) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{directionLabels[direction]}</dt>
      <dd className="mt-0.5">
        <span className="tabular font-medium wrap-anywhere">
          {fee ? ruleText(fee.rule) : 'No fee'}
        </span>
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
