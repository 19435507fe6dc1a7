import { failureReason } from '@sente/contract/failure-reason';
import { formatUgx } from '@sente/contract/money';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { DateText } from '../../ui/date-display.tsx';
import { OtherTransaction } from './other-transaction.tsx';
import type { Portal } from './transaction-portal.tsx';

/* A payment that two people booked in another transaction than that of its request, which failed and stays in the lists. */

interface BookedInsteadOfProps {
  transaction: TransactionDetails;
  portal: Portal;
  /** By which the reader came. */
  openedId: string;
}

/** Both transactions with their amounts. The one that is shown is named for whoever came by the other one. */
export default function BookedInsteadOf({ transaction, portal, openedId }: BookedInsteadOfProps) {
  const { bookedInsteadOf: request, id, amount } = transaction;
  if (!request) return null;
  const isOpened = request.id === openedId;
  return (
    <p className="mt-1 wrap-anywhere">
      {isOpened ? 'You opened' : 'It was booked instead of'} the request of{' '}
      {formatUgx(request.amount)}, <OtherTransaction id={request.id} portal={portal} />, which
      failed on <DateText value={request.finishedAt} format="shortTime" />:{' '}
      {failureReason(request.reason)}.{' '}
      {isOpened ? (
        <>
          Two people of the provider booked it as this payment of {formatUgx(amount)},{' '}
          <OtherTransaction id={id} portal={portal} />.
        </>
      ) : null}
    </p>
  );
}
