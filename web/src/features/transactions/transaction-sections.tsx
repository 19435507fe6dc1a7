import type { PaymentCheck } from '@sente/contract/payment-check';
import { formatUgx } from '@sente/contract/money';
import { networkWord } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { LegsTable } from '../../ui/legs-table.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { MovementBadge } from '../../ui/status-badges.tsx';
import { ApprovalsAbout } from '../approvals/approvals-about.tsx';
import { placesOf, type Portal } from './transaction-portal.tsx';

export interface SectionProps {
  transaction: TransactionDetails;
  portal: Portal;
}

/** The source and target of the money: all entries, and that they sum to zero. */
export function LedgerCard({ transaction, portal }: SectionProps) {
  const { legs, held, status, transactionId } = transaction;
  const isStaff = portal === 'admin';
  const isElsewhere = transactionId === null && status === 'completed';
  return (
    <Card title="Ledger">
      {held > 0 ? (
        <p className="py-1">
          <Money amount={held} className="font-medium" />{' '}
          <span className="text-muted">is held on the account until it has ended.</span>
        </p>
      ) : null}
      {legs.length > 0 ? (
        <>
          <LegsTable
            legs={legs}
            isBooked={isStaff}
            booksOf={isStaff ? transaction.companyName : undefined}
          />
          <p className="pt-2 text-13 text-muted">
            {`Sum of the entries: ${formatUgx(sumUgx(...legs.map(({ amount }) => amount)))}`}
            {isStaff ? <OfAllCompanies /> : null}
          </p>
        </>
      ) : held === 0 ? (
        <p className="py-1 text-muted">
          {isElsewhere ? 'Booked in the earlier system, not here.' : 'No money has moved.'}
        </p>
      ) : null}
    </Card>
  );
}

function OfAllCompanies() {
  return (
    <>
      . Balances are those of this company;{' '}
      <Link to={paths.accounting()} className="rounded-sm underline underline-offset-3">
        Accounting
      </Link>{' '}
      adds up all companies.
    </>
  );
}

const origins = {
  api: "By the company's systems, through the API.",
  portal: 'In the portal.',
  link: 'By the payer, with a payment link.',
  till: 'By a cashier, at a till.',
  import: 'In an earlier system.',
};

/** Who asked, who decided, and why. */
export function PeopleCard({ transaction, portal }: SectionProps) {
  const { approvals, askedBy: name, askedById, payment, bulk, check } = transaction;
  const isDecided = approvals.length > 0 || bulk !== null || Boolean(check);
  const asker = name === null ? null : <Person name={name} id={askedById} portal={portal} />;
  if (approvals.length === 0 && !payment && !asker) return null;
  return (
    <Card title="People">
      {payment ? (
        <p>
          <span className="text-muted">Asked for: </span>
          {asker ? <>by {asker} in the portal.</> : origins[payment.origin]}
        </p>
      ) : asker ? (
        <p>
          <span className="text-muted">Made by: </span>
          {asker}
        </p>
      ) : null}
      <ApprovalsAbout approvals={approvals} portal={portal} />
      {isDecided ? null : <p className="mt-1 text-muted">Nobody had to approve it.</p>}
      {bulk ? <p className="mt-1 text-muted">Decided for the whole bulk payout.</p> : null}
    </Card>
  );
}

/** Their page, for those who may open it. */
function Person({ id, name, portal }: PersonProps) {
  const maySee = [useCan('canViewUsers'), useCan('canManageUsers'), useCan('staffRead')];
  // A server of the release before does not send the id.
  if (!id || !maySee.includes(true)) return name;
  return (
    <Link to={placesOf[portal].user(id)} className="rounded-sm underline underline-offset-3">
      {name}
    </Link>
  );
}

interface PersonProps extends Pick<SectionProps, 'portal'> {
  name: string;
  id: string | null;
}

const heardTexts = {
  callback: 'The network called back',
  asking: 'We asked the network',
  answer: 'The network answered at once',
};

export function NetworkCard({ payment }: { payment: NonNullable<TransactionDetails['payment']> }) {
  const { network, sentCount, askedCount, heardBy } = payment;
  return (
    <Card title="Network">
      <DetailList
        items={[
          { label: 'Network', value: networkWord(network) },
          { label: 'Calls', value: `${sentCount} to send, ${askedCount} to ask` },
          { label: 'How the end was heard', value: heardBy ? heardTexts[heardBy] : 'Not heard' },
        ]}
      />
    </Card>
  );
}

/** The last payments of the same phone number in the company. */
export function SamePhoneCard({ transaction, portal }: SectionProps) {
  const { samePhone, payment } = transaction;
  const number = payment ? phoneText(payment.phoneNumber) : '';
  return (
    <Card title={`Other payments of ${number}`}>
      {samePhone.length === 0 ? <p className="text-muted">There are no others.</p> : null}
      <ul aria-label="Other payments of this number" className="divide-y empty:hidden">
        {samePhone.map((other) => (
          <OtherPayment
            key={other.id}
            {...{ other, portal, direction: other.direction }}
            word={other.direction === 'payout' ? 'Payout' : 'Collection'}
          />
        ))}
      </ul>
    </Card>
  );
}

interface OtherPaymentProps {
  other: {
    id: string;
    date: string;
    amount: number;
    status: string;
    check?: PaymentCheck | null;
  };
  direction: 'collection' | 'payout';
  portal: Portal;
  word: string;
  below?: string | null;
}

/** One line of a list of payments, which leads to its page. */
function OtherPayment({ other, direction, portal, word, below }: OtherPaymentProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
      <span className="min-w-0">
        <Link
          to={placesOf[portal].transaction(other.id)}
          className="rounded-sm font-medium hover:underline hover:underline-offset-3"
        >
          {word}{' '}
          <span className="text-13 font-normal text-muted">
            <RelativeTime value={other.date} />
          </span>
        </Link>
        {below ? <span className="block text-13 wrap-anywhere text-muted">{below}</span> : null}
      </span>
      <span className="flex flex-wrap items-center gap-3">
        <Money
          amount={other.amount}
          direction={direction === 'payout' ? 'debit' : 'credit'}
          isVoid={other.status === 'FAILED'}
          isPlain={other.status !== 'SUCCESS'}
        />
        <MovementBadge status={other.status} check={other.check} />
      </span>
    </li>
  );
}

/** What was given back to the payer; nothing before the first refund. */
export function RefundsCard({ transaction: { refunds }, portal }: SectionProps) {
  if (!refunds || refunds.list.length === 0) return null;
  return (
    <Card title="Refunds">
      <ul aria-label="Refunds" className="divide-y">
        {refunds.list.map((refund) => (
          <OtherPayment
            key={refund.id}
            {...{ other: refund, portal, direction: 'payout' }}
            word="Refund"
            below={refund.reason}
          />
        ))}
      </ul>
      <p className="mt-2 text-13 text-muted">
        <Money amount={refunds.left} /> is left to refund.
      </p>
    </Card>
  );
}
