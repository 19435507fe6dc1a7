import type { NetworkNotice } from '@sente/contract/network-notices';
import { phoneText } from '@sente/contract/phone';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { accountText, noticeDecisionLabels, phoneIn, placeText } from './notice-texts.ts';
import { ProposalButtons, ProposalPanel, RejectionNote } from './proposal.tsx';

const link = 'rounded-sm underline underline-offset-3';

export type NoticeAct = 'book' | 'release' | 'close' | 'confirm' | 'withdraw';

interface NoticeItemProps {
  notice: NetworkNotice;
  onAct: (act: NoticeAct) => void;
}

export function NoticeItem({ notice, onAct }: NoticeItemProps) {
  const { proposal, booking } = notice;
  const amount = notice.amount ?? booking?.amount ?? null;
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            {placeText(notice.network)}: {notice.said}
          </p>
          <p className="text-13 text-muted">
            <ToldBy notice={notice} />
          </p>
        </div>
        {amount === null ? null : <Money amount={amount} className="shrink-0 font-medium" />}
      </div>
      <DetailList columns={3} items={factsOf(notice)} />
      <details className="group text-13" hidden={notice.content === ''}>
        <summary className="flex min-h-6 w-fit list-none items-center gap-1 rounded-sm text-muted hover:text-ink">
          <ChevronDown
            aria-hidden="true"
            className="size-4 group-open:rotate-180 motion-safe:transition-transform"
          />
          {notice.ofCase ? 'What the statement says' : 'What the network sent'}
        </summary>
        <pre
          aria-label="Message"
          className="mt-1 max-h-60 overflow-auto rounded-lg border bg-surface-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap"
        >
          {notice.content}
        </pre>
      </details>
      {booking ? <BookingText booking={booking} /> : null}
      {notice.bookedBy ? <BookedBy by={notice.bookedBy} /> : null}
      {notice.contradicts ? (
        <p className="text-13 text-danger-text">
          This is not what was booked. Compare it with the statement of the network.
        </p>
      ) : null}
      {proposal ? (
        <ProposalPanel label={noticeDecisionLabels[proposal.decision]} proposal={proposal}>
          <p className="mt-0.5 wrap-anywhere">
            <Money amount={proposal.amount} className="font-medium" />{' '}
            {proposal.account
              ? `for ${accountText(proposal.account)}`
              : `that ${movedWords[proposal.direction]}`}
          </p>
        </ProposalPanel>
      ) : null}
      {notice.rejection ? (
        <RejectionNote
          label={noticeDecisionLabels[notice.rejection.decision]}
          rejection={notice.rejection}
        />
      ) : null}
      <ProposalButtons
        proposal={proposal}
        onConfirm={() => onAct('confirm')}
        onWithdraw={() => onAct('withdraw')}
      >
        {actsOf(notice).map(({ act, label, variant }) => (
          <Button
            key={act}
            size="sm"
            variant={variant}
            aria-haspopup="dialog"
            onClick={() => onAct(act)}
          >
            {label}
          </Button>
        ))}
      </ProposalButtons>
    </li>
  );
}

function ToldBy({ notice: { isProven, ofCase } }: { notice: NetworkNotice }) {
  if (ofCase) {
    return (
      <>
        A statement told it, and{' '}
        <Link to={paths.reconciliationCase(ofCase.id)} className={link}>
          case {ofCase.number}
        </Link>{' '}
        wrote it to suspense.
      </>
    );
  }
  return isProven
    ? 'Proven: only the network can have sent it.'
    : 'Not proven: anybody can have sent it.';
}

/** It is not booked a second time. */
function BookedBy({ by }: { by: NonNullable<NetworkNotice['bookedBy']> }) {
  return (
    <p className="wrap-anywhere">
      <Badge tone="success" className="mr-2 align-middle">
        Booked already
      </Badge>
      <TransactionLink transactionId={by.transactionId}>Its money is in the books</TransactionLink>
      {by.caseId && by.number ? (
        <>
          , by{' '}
          <Link to={paths.reconciliationCase(by.caseId)} className={link}>
            case {by.number}
          </Link>
        </>
      ) : null}
    </p>
  );
}

/** What somebody compares with the statement of the network. */
function factsOf(notice: NetworkNotice) {
  const { direction, content, firstAt, lastAt, times } = notice;
  const reference = notice.reference || (notice.networkReference ?? '');
  const phone = phoneIn(content);
  return [
    {
      label: direction === 'payout' ? 'Receiver' : 'Payer',
      value: phone ? <span className="tabular">{phoneText(phone)}</span> : 'Not in the message',
    },
    { label: 'Reference', value: reference === '' ? 'None' : reference },
    {
      label: 'Reported',
      value: (
        <>
          <DateText value={lastAt} format="shortTime" /> (<RelativeTime value={lastAt} />)
          {times === 1 ? null : (
            <span className="block text-13 text-muted">
              {times.toLocaleString('en-US')} times since{' '}
              <DateText value={firstAt} format="shortTime" />
            </span>
          )}
        </>
      ),
    },
  ];
}

const movedWords = { collection: 'came in', payout: 'went out' } as const;

/** What a person can start; the server decides. */
function actsOf({ isProven, saysPaid, contradicts, booking, bookedBy }: NetworkNotice) {
  const close = { act: 'close', label: 'Close with a note', variant: 'secondary' } as const;
  const book = { act: 'book', label: 'Book to suspense', variant: 'primary' } as const;
  const release = {
    act: 'release',
    label: "Release to a company's account",
    variant: 'primary',
  } as const;
  if (booking?.release) return [close];
  if (booking) return contradicts ? [close, release] : [release];
  return isProven && saysPaid && !bookedBy ? [close, book] : [close];
}

function BookingText({ booking }: { booking: NonNullable<NetworkNotice['booking']> }): ReactNode {
  const { release } = booking;
  return (
    <p className="wrap-anywhere">
      <Badge tone={release ? 'success' : 'warning'} className="mr-2 align-middle">
        {release ? 'Released' : 'In suspense'}
      </Badge>
      <TransactionLink transactionId={release?.transactionId ?? booking.transactionId}>
        <Money amount={booking.amount} className="font-medium" />{' '}
        {release ? `on ${accountText(release.account)}` : movedWords[booking.direction]}
      </TransactionLink>
      {release ? null : (
        <span className="text-13 text-muted">
          , booked <RelativeTime value={booking.at} />
        </span>
      )}
    </p>
  );
}
