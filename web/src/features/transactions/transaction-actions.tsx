import type { Approval } from '@sente/contract/approval';
import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { Check, Copy, Gavel, ReceiptText, RotateCcw, Undo, Undo2, Webhook, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink, type ButtonProps } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { notify } from '../../ui/toast.tsx';
import type { AskedAct } from '../approvals/decision-dialog.tsx';
import { followedAct } from '../approvals/followed.ts';
import { supportText } from './support-text.ts';
import { placesOf, type Portal } from './transaction-portal.tsx';
import { useSendWebhookAgain } from './transaction-queries.ts';

const DecisionDialog = lateWindow(() => import('../approvals/decision-dialog.tsx'));
const RefundDialog = lateWindow(() => import('../payments/refund-dialog.tsx'));
const RequestDialog = lateWindow(() => import('../payments/request-dialog.tsx'));
const ReverseDialog = lateWindow(() => import('./reverse-dialog.tsx'));

/** One thing that can be done now, or why it cannot. */
interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  /** Shown as a button if there is room, by what is most urgent. */
  readonly isUrgent?: boolean;
  readonly variant?: ButtonProps['variant'];
  readonly whyNot?: string | null | undefined;
  readonly to?: string;
  readonly onSelect?: () => void;
}

interface TransactionActionsProps {
  transaction: TransactionDetails;
  portal: Portal;
}

const mostButtons = 2;

/** At most two buttons, by what the state asks for, and a menu with the rest. */
export function TransactionActions({ transaction, portal }: TransactionActionsProps) {
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const [isReversing, setIsReversing] = useState(false);
  const [isRefunding, setIsRefunding] = useState(false);
  const [isAskingAgain, setIsAskingAgain] = useState(false);
  const canPayOut = useCan('canManageAccounts');
  const ofStaff = useStaffActions(transaction, () => setIsReversing(true));
  const actions = [
    ...transaction.approvals.flatMap((approval) =>
      approvalActions(approval, (act) => setAsked({ approval, act })),
    ),
    ...(portal === 'admin' ? ofStaff : []),
    ...(portal === 'client' && canPayOut
      ? [
          ...askAgainActions(transaction, () => setIsAskingAgain(true)),
          ...refundActions(transaction, () => setIsRefunding(true)),
        ]
      : []),
    ...receiptActions(transaction, portal),
    copyAction(transaction),
  ];
  const urgent = actions.filter(({ isUrgent }) => isUrgent).slice(0, mostButtons);
  // With nothing urgent, or a single thing beside the copy, a menu would hide one entry.
  const rest = actions.filter((action) => !urgent.includes(action));
  const [only] = rest;
  return (
    <>
      {only && rest.length === 1 ? (
        <ActionButton action={only} />
      ) : (
        <MoreButton items={rest.map(itemOf)} />
      )}
      {urgent.toReversed().map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      <DecisionDialog
        open={asked !== null}
        asked={followedAct(asked, transaction.approvals)}
        onClose={() => setAsked(null)}
      />
      <RefundDialog
        open={isRefunding}
        onClose={() => setIsRefunding(false)}
        transaction={transaction}
      />
      <RequestDialog
        open={isAskingAgain}
        onClose={() => setIsAskingAgain(false)}
        companyId={transaction.companyId}
        kind="add-money"
        startsWith={askedBefore(transaction)}
      />
      <ReverseDialog
        open={isReversing}
        onClose={() => setIsReversing(false)}
        transaction={transaction}
      />
    </>
  );
}

function ActionButton({ action }: { action: Action }) {
  const { label, icon, variant, to, whyNot, onSelect } = action;
  const look = { icon, ...(variant && { variant }) };
  if (to && !whyNot) {
    return (
      <ButtonLink {...look} to={to}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button
      {...look}
      disabled={Boolean(whyNot)}
      title={whyNot ?? undefined}
      onClick={() => onSelect?.()}
    >
      {label}
    </Button>
  );
}

function itemOf({ label, icon, whyNot, to, onSelect }: Action): MenuItem {
  return {
    label,
    icon,
    disabled: Boolean(whyNot),
    hint: whyNot ?? undefined,
    ...(to ? { to } : { onSelect: onSelect ?? (() => {}) }),
  };
}

/** A payout has one request in its life; of others it is said what is decided. */
const wordsOf: Partial<Record<Approval['kind'], string>> = {
  payout: '',
  'bulk-payout': ' the bulk payout',
  deposit: ' the deposit',
  reversal: ' the reversal',
  'settlement-return': ' the return',
};

function approvalActions(
  { state, kind, canApprove, canReject, canWithdraw, canCancel, whyNot }: Approval,
  ask: (act: AskedAct['act']) => void,
): Action[] {
  // How a payment ended is decided where the evidence is.
  if (state !== 'waiting' || kind === 'payment-decision') return [];
  const what = wordsOf[kind] ?? ' the request';
  const decide: Action[] = [
    {
      label: `Approve${what}`,
      icon: <Check />,
      isUrgent: true,
      variant: 'primary',
      whyNot: canApprove ? null : (whyNot ?? 'It waits for somebody else.'),
      onSelect: () => ask('approve'),
    },
    {
      label: `Reject${what}`,
      icon: <X />,
      isUrgent: true,
      onSelect: () => ask('reject'),
    },
  ];
  return [
    ...(canReject ? decide : []),
    ...(canWithdraw
      ? [
          {
            label: kind === 'payout' ? 'Cancel Payout' : 'Withdraw the request',
            icon: <Undo2 />,
            isUrgent: true,
            onSelect: () => ask('withdraw'),
          },
        ]
      : []),
    ...(canCancel
      ? [{ label: 'Cancel Payout', icon: <X />, isUrgent: true, onSelect: () => ask('cancel') }]
      : []),
  ];
}

const notPermitted = 'Your role does not have the permission.';

function useStaffActions(transaction: TransactionDetails, onReverse: () => void): Action[] {
  const [canMoveMoney, canSendWebhooks] = [useCan('staffMoney'), useCan('staffWebhooks')];
  const sendAgain = useSendWebhookAgain(transaction);
  const { payment, deliveries, approvals } = transaction;
  const delivery = deliveries.at(-1);
  const isAsked = approvals.some(({ kind, state }) => kind === 'reversal' && state === 'waiting');
  return [
    ...(payment?.isInReview
      ? [
          {
            label: 'Decide how it ended',
            icon: <Gavel />,
            isUrgent: true,
            to: paths.approvals({ tab: 'payments', payment: payment.id }),
          },
        ]
      : []),
    ...(delivery
      ? [
          {
            label: 'Send webhook again',
            icon: <Webhook />,
            isUrgent: delivery.state === 'gave_up',
            whyNot: canSendWebhooks ? null : notPermitted,
            onSelect: () => sendAgain(delivery.id),
          },
        ]
      : []),
    ...(transaction.transactionId
      ? [
          {
            label: 'Reverse',
            icon: <Undo2 />,
            whyNot: !canMoveMoney
              ? notPermitted
              : isAsked
                ? 'A reversal waits for a second person already.'
                : transaction.whyNotReversible,
            onSelect: onReverse,
          },
        ]
      : []),
  ];
}

/**
 * A collection that was not paid; a product is sold anew instead. Not while the network calls it paid: the person would
 * pay twice.
 */
function askAgainActions(transaction: TransactionDetails, ask: () => void): Action[] {
  const { kind, status, payment, check } = transaction;
  if (kind !== 'collection' || status !== 'failed' || !payment || payment.productId) return [];
  const isChecked = check?.state === 'open';
  return [
    {
      label: 'Ask again',
      icon: <RotateCcw />,
      isUrgent: !isChecked,
      whyNot: isChecked ? 'It may be paid already, and is being checked.' : null,
      onSelect: ask,
    },
  ];
}

function askedBefore({ accountId, amount, payment }: TransactionDetails) {
  if (!payment) return undefined;
  return {
    ...(accountId && { accountId }),
    amount: formatAmount(amount),
    phoneNumber: phoneText(payment.phoneNumber),
    network: payment.network,
  };
}

/** Only of what was paid: nothing is said about it before. */
function refundActions({ refunds, status }: TransactionDetails, onRefund: () => void): Action[] {
  if (!refunds || status !== 'completed') return [];
  return [{ label: 'Refund', icon: <Undo />, whyNot: refunds.whyNot, onSelect: onRefund }];
}

function receiptActions({ id, status }: TransactionDetails, portal: Portal): Action[] {
  if (status !== 'completed') return [];
  const to = placesOf[portal].receipt(id);
  return [{ label: 'Receipt', icon: <ReceiptText />, isUrgent: true, to }];
}

function copyAction(transaction: TransactionDetails): Action {
  return {
    label: 'Copy for support',
    icon: <Copy />,
    onSelect: () => {
      void navigator.clipboard.writeText(supportText(transaction, window.location.href)).then(
        () => notify.success('Details copied to clipboard'),
        // Also fails without HTTPS, where there is no clipboard.
        () => notify.error('Failed to copy to clipboard'),
      );
    },
  };
}
