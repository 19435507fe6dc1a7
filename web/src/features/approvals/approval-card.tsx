import type { Approval } from '@sente/contract/approval';
import { requestLabel } from '@sente/contract/approval-labels';
import { Ban, Check, Info, TriangleAlert, Undo2, X } from 'lucide-react';
import { useId } from 'react';
import { cn } from '../../lib/cn.ts';
import { isAdministrator } from '../../session/role.ts';
import { useSession } from '../../session/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { checkedPayeeOf, dayMs, isSinglePayout, payeeOf, stateOf } from './approval-texts.ts';

export type ApprovalAct = 'approve' | 'reject' | 'withdraw' | 'cancel';

interface ApprovalCardProps {
  approval: Approval;
  /** Its page. */
  to: string;
  onAct: (act: ApprovalAct) => void;
  /** Undefined where nothing is decided several at once. */
  selection?: { isSelected: boolean; onSelect: (isSelected: boolean) => void } | undefined;
}

export function ApprovalCard({ approval, to, onAct, selection }: ApprovalCardProps) {
  const { sentence, companyName, amount, from } = approval;
  const payee = payeeOf(approval);
  return (
    // The keys j and k move the focus from one to the next.
    <li
      data-approval={approval.id}
      tabIndex={-1}
      className="flex gap-3 px-4 py-1.5 outline-offset-[-2px] focus:bg-surface-hover sm:px-5"
    >
      {selection ? (
        <Checkbox
          className="mt-0.5"
          label={<span className="sr-only">Select: {sentence}</span>}
          disabled={!approval.canReject}
          checked={selection.isSelected}
          onChange={(event) => selection.onSelect(event.target.checked)}
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72 flex-col">
          <div className="flex items-baseline justify-between gap-x-4">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              {payee ? null : <Badge className="shrink-0">{requestLabel(approval)}</Badge>}
              <Link
                to={to}
                className="inline-block min-h-6 min-w-0 rounded-sm font-medium wrap-anywhere hover:underline hover:underline-offset-3"
              >
                {payee
                  ? `${requestLabel(approval)} to ${[checkedPayeeOf(approval), payee].filter(Boolean).join(', ')}`
                  : sentence}
              </Link>
              {approval.canApprove ? null : <StateBadge approval={approval} />}
            </p>
            {amount === null ? null : <Money amount={amount} className="font-medium" />}
          </div>
          <div className="flex flex-wrap items-baseline gap-x-3 text-13 text-muted">
            {payee && from ? <span className="wrap-anywhere">From {from}</span> : null}
            {/* Most sentences name it. */}
            {companyName && !sentence.includes(companyName) && !payee ? (
              <span className="wrap-anywhere">{companyName}</span>
            ) : null}
            <ApprovalWarnings approval={approval} className="text-ink" />
            {approval.heldUpBy ? (
              <span className="text-warning-text wrap-anywhere">Held up: {approval.heldUpBy}</span>
            ) : null}
            {approval.canReject && approval.whyNot ? (
              <span className="text-ink wrap-anywhere">{approval.whyNot}</span>
            ) : null}
            <AskedLine approval={approval} isInline />
          </div>
        </div>
        <ApprovalButtons approval={approval} onAct={onAct} isRow />
      </div>
    </li>
  );
}

export function StateBadge({ approval }: { approval: Approval }) {
  const user = useSession()?.user;
  const { label, tone } = stateOf(approval, user !== undefined && isAdministrator(user));
  return <Badge tone={tone}>{label}</Badge>;
}

/** What calls for caution before it is decided; nothing for most of them. */
export function ApprovalWarnings({
  approval: { warnings, facts },
  hasFacts = false,
  className,
}: {
  approval: Approval;
  /** What is worth knowing besides. */
  hasFacts?: boolean;
  className?: string;
}) {
  return (
    <div
      role="group"
      aria-label="Warnings"
      className={cn('flex flex-col gap-1 text-13 empty:hidden', className)}
    >
      {warnings.map((text) => (
        <p key={text} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-text" />
          <span className="wrap-anywhere">{text}</span>
        </p>
      ))}
      {hasFacts
        ? facts.map((text) => (
            <p key={text} className="flex gap-2 text-muted">
              <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="wrap-anywhere">{text}</span>
            </p>
          ))
        : null}
    </div>
  );
}

/** Whether it ends within a day if nobody decides. */
function endsSoon(expiresAt: string): boolean {
  return Date.parse(expiresAt) - Date.now() < dayMs;
}

interface AskedLineProps {
  approval: Approval;
  /** What for and why are on the same line, for a list. */
  isInline?: boolean;
}

export function AskedLine({ approval, isInline = false }: AskedLineProps) {
  const more = (text: string) =>
    isInline ? (
      <span className="text-ink"> · {text}</span>
    ) : (
      <span className="block text-ink">{text}</span>
    );
  const { askedBy, isOwn, askedAt, expiresAt, note, history } = approval;
  const decided = history.findLast(({ what, by }) => what !== 'asked' && by !== null);
  return (
    <p className="text-13 wrap-anywhere text-muted">
      Asked by {isOwn ? 'you' : askedBy.name}, <RelativeTime value={askedAt} />
      {expiresAt ? (
        <span className={endsSoon(expiresAt) ? 'font-medium text-warning-text' : undefined}>
          {' · expires '}
          <RelativeTime value={expiresAt} />
        </span>
      ) : null}
      {decided?.by ? (
        <>
          {decided.what === 'approved' ? ' · approved by ' : ' · decided by '}
          {decided.by.name}, <RelativeTime value={decided.at} />
        </>
      ) : null}
      {note ? more(note) : null}
      {decided?.text ? more(`Reason: ${decided.text}`) : null}
    </p>
  );
}

interface ApprovalButtonsProps {
  approval: Approval;
  /** In a list, where no row calls louder than another and the state says whose turn it is. */
  isRow?: boolean;
  onAct: (act: ApprovalAct) => void;
}

/** Nothing once it is decided. */
export function ApprovalButtons({ approval, onAct, isRow = false }: ApprovalButtonsProps) {
  const reasonId = useId();
  const { state, whyNot, canApprove, canReject, canWithdraw, canCancel } = approval;
  if (state !== 'waiting') return null;
  return (
    // As wide in every row as two buttons, so that the amounts before it end alike.
    <div
      className={cn(
        'ml-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
        isRow && 'sm:min-w-42',
      )}
    >
      <p
        id={reasonId}
        className={cn(
          'min-w-0 flex-1 basis-48 text-13 text-muted empty:hidden',
          // There it is said beside the sentence.
          isRow && 'sr-only',
        )}
      >
        {isRow && !canReject ? null : whyNot}
      </p>
      <div className="ml-auto flex gap-2">
        {canWithdraw ? (
          <Button
            size="sm"
            icon={<Undo2 />}
            aria-haspopup="dialog"
            onClick={() => onAct('withdraw')}
          >
            {isSinglePayout(approval) ? 'Cancel Payout' : 'Withdraw'}
          </Button>
        ) : null}
        {canCancel ? (
          <Button size="sm" icon={<Ban />} aria-haspopup="dialog" onClick={() => onAct('cancel')}>
            Cancel Payout
          </Button>
        ) : null}
        {canReject ? (
          <>
            <Button size="sm" icon={<X />} aria-haspopup="dialog" onClick={() => onAct('reject')}>
              Reject
            </Button>
            <Button
              size="sm"
              variant={isRow ? 'secondary' : 'primary'}
              icon={<Check />}
              aria-haspopup="dialog"
              disabled={!canApprove}
              aria-describedby={canApprove ? undefined : reasonId}
              onClick={() => onAct('approve')}
            >
              Approve
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
