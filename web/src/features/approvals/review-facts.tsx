import { networkWord } from '@sente/contract/payments';
import type { PaymentReview } from '@sente/contract/payment-reviews';
import { phoneText } from '@sente/contract/phone';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';

/** Whose payment is decided about, so that nobody books that of somebody else. */
export function ReviewFacts({ review }: { review: PaymentReview }) {
  return (
    <div role="group" aria-label="The payment" className="mt-4 rounded-lg border px-3 py-3">
      <PaymentFacts review={review} />
    </div>
  );
}

export function PaymentFacts({ review }: { review: PaymentReview }) {
  const { direction, reference, networkReference, description } = review;
  const { accountName, accountNumber } = review;
  return (
    <>
      <DetailList
        items={[
          {
            label: direction === 'collection' ? 'Payer' : 'Receiver',
            value: (
              <>
                <span className="tabular whitespace-nowrap">{phoneText(review.phoneNumber)}</span>
                {`, ${networkWord(review.network)}`}
              </>
            ),
          },
          { label: 'Amount', value: <Money amount={review.amount} /> },
          { label: 'Company', value: review.companyName },
          { label: 'Account', value: `${accountName}, ${accountNumber}` },
          { label: 'Asked for', value: <DateText value={review.askedAt} format="dateTime" /> },
          ...(description ? [{ label: 'Description', value: description }] : []),
          ...(reference ? [{ label: 'Reference', value: reference }] : []),
          ...(networkReference
            ? [{ label: `Reference at ${networkWord(review.network)}`, value: networkReference }]
            : []),
        ]}
      />
      <Link
        to={paths.transaction(review.recordId)}
        className="mt-3 inline-block rounded-sm text-accent-text hover:underline"
      >
        View payment
      </Link>
    </>
  );
}

/** What the second person agrees to: the proposal as it was made. */
export function ProposedFacts({ review }: { review: PaymentReview }) {
  const { proposal } = review;
  return (
    <>
      <ReviewFacts review={review} />
      {proposal ? (
        <p className="mt-3 wrap-anywhere">
          Proposed by {proposal.by}, <DateText value={proposal.at} format="dateTime" />:{' '}
          {proposal.note}
        </p>
      ) : null}
    </>
  );
}
