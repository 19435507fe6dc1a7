import type { PaymentTrace } from '@sente/contract/api-transactions';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReceiptText, Route } from 'lucide-react';
import { useEffect } from 'react';
import { invalidateMoney } from '../../api/change.ts';
import { errorSentences } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MovementBadge } from '../../ui/status-badges.tsx';
import { VoucherCode } from '../../ui/voucher-code.tsx';
import { SendLinks } from '../../ui/send-links.tsx';
import { apiTransactionQueries } from '../api-transactions/api-transaction-queries.ts';
import { ExpectedWait } from '../status/status-parts.tsx';
import { Outcome, type OutcomeState } from './outcome.tsx';
import type { FiledRequest } from './use-request-form.ts';

interface CollectionProgressProps {
  companyId: string;
  filed: FiledRequest;
  /** The voucher of a sale is shown in clear at once, to those who may see it. */
  showsVoucher: boolean;
  /** Back to the form, with its input. */
  onStartAgain: () => void;
}

const waitingText = 'They get a prompt on the phone and have to approve it there.';

const states: Partial<Record<string, OutcomeState>> = { SUCCESS: 'good', FAILED: 'bad' };
/** A request that was filed before may be final by now. */
const statusOf = { pending: 'PENDING', completed: 'SUCCESS', failed: 'FAILED' } as const;

/** The payer has been prompted; polls until the payment succeeds or fails. */
export function CollectionProgress(props: CollectionProgressProps) {
  const { companyId, filed, onStartAgain } = props;
  const client = useQueryClient();
  const canFollow = useCan('canViewTransactions');
  // Every requested payment has one; the type is that of any transaction.
  const recordId = filed.transaction.apiTransactionId ?? filed.transaction.id;
  const query = useQuery({
    ...apiTransactionQueries.trace(companyId, recordId),
    enabled: canFollow,
  });
  const trace = query.data;
  const status = trace?.apiTransaction.status ?? statusOf[filed.transaction.status];
  const check = trace?.apiTransaction.check ?? null;
  const isChecked = check?.state === 'open';
  const state = isChecked ? 'waiting' : (states[status] ?? 'under-way');
  const hasEnded = state !== 'under-way' && !isChecked;
  useEffect(() => {
    if (!hasEnded) return;
    invalidateMoney(client);
    // A sale takes one from the stock.
    void client.invalidateQueries({ queryKey: keys.internetProducts.lists });
  }, [hasEnded, client]);

  const asked = trace?.apiTransaction.transaction_amount ?? filed.transaction.amount;
  const arrived = trace?.apiTransaction.net ?? filed.transaction.net;
  return (
    <Outcome
      state={canFollow || hasEnded ? state : 'waiting'}
      title={
        isChecked
          ? `${formatUgx(asked)} is being checked`
          : titleOf(state, { asked, arrived: arrived || asked }, filed)
      }
      actions={
        canFollow || state === 'bad' ? (
          <>
            {query.isError ? (
              <Button busy={query.isFetching} onClick={() => void query.refetch()}>
                Try again
              </Button>
            ) : null}
            {state === 'bad' ? <Button onClick={onStartAgain}>Ask again</Button> : null}
            {canFollow && state === 'good' ? (
              <ButtonLink to={paths.client.receipt(recordId)} icon={<ReceiptText />}>
                Receipt
              </ButtonLink>
            ) : null}
            {canFollow ? (
              <ButtonLink to={paths.client.transaction(recordId)} icon={<Route />}>
                View payment
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {/* A failure is in the title, and its reason below. */}
      {canFollow && state !== 'bad' ? (
        <span className="mt-2">
          <MovementBadge status={status} check={check} />
        </span>
      ) : null}
      <p className="mt-2 text-muted">
        {trace ? summaryOf(trace) : hasEnded ? filed.transaction.reason : waitingText}
      </p>
      {trace && state === 'under-way' ? (
        <ExpectedWait network={trace.apiTransaction.network} className="mt-2" />
      ) : null}
      {state === 'good' && trace ? <SoldVoucher {...props} trace={trace} /> : null}
      {query.isError ? (
        <p className="mt-2 text-13 text-danger-text">
          {errorSentences(query.error, 'Its state could not be loaded')}
        </p>
      ) : null}
    </Outcome>
  );
}

/** What the buyer is given. The server records who saw it. */
function SoldVoucher(props: CollectionProgressProps & { trace: PaymentTrace }) {
  const { companyId, showsVoucher, trace } = props;
  const canReveal = useCan('canRevealCodes');
  const { voucherId, voucherCode, productCode } = trace;
  if (voucherId === null || voucherCode === null) return null;
  return (
    <div className="mt-4 rounded-lg border bg-surface-sunken px-4 py-3">
      <p className="text-13 text-muted">Voucher of {productCode}</p>
      <div className="mt-1 flex justify-center text-lg">
        <VoucherCode
          companyId={companyId}
          codeId={voucherId}
          masked={voucherCode}
          canReveal={canReveal}
          isShownAtOnce={canReveal && showsVoucher}
          whenShown={(code) => (
            <span className="flex w-full flex-wrap justify-center gap-x-5 gap-y-1 text-13">
              <SendLinks
                phoneNumber={props.filed.values.phoneNumber}
                text={`Your voucher for ${productCode}: ${code}`}
              />
            </span>
          )}
        />
      </div>
    </div>
  );
}

interface Sums {
  readonly asked: number;
  /** After the fee. */
  readonly arrived: number;
}

function titleOf(state: OutcomeState, sums: Sums, { values, account }: FiledRequest): string {
  const asked = formatUgx(sums.asked);
  if (state === 'good') {
    const place = account ? ` on ${account.accountName}` : '';
    return sums.arrived === sums.asked
      ? `${asked} arrived${place}`
      : `${asked} paid, ${formatUgx(sums.arrived)} arrived${place}`;
  }
  if (state === 'bad') return `${asked} did not arrive`;
  return `Asked ${phoneText(values.phoneNumber)} to approve ${asked}`;
}

/** In the first seconds no network has answered, which is normal. */
function summaryOf({ summary, fee, apiTransaction: { status }, steps }: PaymentTrace): string {
  const isFresh = status === 'PENDING' && !steps.some(({ isGood }) => isGood === false);
  if (isFresh) return waitingText;
  return status === 'SUCCESS' && fee > 0
    ? `${summary} The fee of ${formatUgx(fee)} was taken off.`
    : summary;
}
