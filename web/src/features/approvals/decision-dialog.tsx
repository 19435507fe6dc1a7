import type { Approval } from '@sente/contract/approval';
import { provedLately } from '@sente/contract/approval-kinds';
import { requestLabel } from '@sente/contract/approval-labels';
import { useRef, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Money } from '../../ui/money.tsx';
import { notify } from '../../ui/toast.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { ApprovalWarnings, type ApprovalAct } from './approval-card.tsx';
import { useCancelPayout, useDecide, useWithdrawRequest } from './approval-queries.ts';
import { isSinglePayout, approvedText, effectOf, objectOf } from './approval-texts.ts';

const OwnProofDialog = lateWindow(() => import('../factors/own-proof-dialog.tsx'));

export interface AskedAct {
  readonly approval: Approval;
  readonly act: ApprovalAct;
}

interface DecisionDialogProps {
  open: boolean;
  /** Null closes it. */
  asked: AskedAct | null;
  onClose: () => void;
}

/** Asks before one request is decided or withdrawn. */
export default function DecisionDialog({ asked, onClose }: DecisionDialogProps) {
  const subjectOf = (act: ApprovalAct) => (asked?.act === act ? asked.approval : null);
  const toApprove = subjectOf('approve');
  // Some take what was proved lately: the server asks if nothing was.
  const isAskedFirst = toApprove?.needsProof && !provedLately.includes(toApprove.kind);
  return (
    <>
      <ConfirmAction
        subject={isAskedFirst ? null : toApprove}
        change={useDecide()}
        input={({ id, askedAt, kind }) => ({
          id,
          askedAt,
          decision: 'approve' as const,
          reason: '',
          about: kind === 'staff-role' ? ('access' as const) : ('banks' as const),
        })}
        title={approveTitle}
        description={(approval) => effectOf(approval, 'approve', true)}
        confirmLabel="Approve"
        busyLabel="Approving..."
        tone="primary"
        done={approvedText}
        failed="Failed to approve"
        onClose={onClose}
      >
        {(approval) => (
          <div className="mt-3 flex flex-col gap-3">
            <Subject approval={approval} />
            <ApprovalWarnings approval={approval} hasFacts />
            <Receiver approval={approval} />
          </div>
        )}
      </ConfirmAction>
      <ProvedApproval approval={isAskedFirst ? toApprove : null} onClose={onClose} />
      <RejectDialog approval={subjectOf('reject')} onClose={onClose} />
      <ConfirmAction
        subject={subjectOf('withdraw')}
        change={useWithdrawRequest()}
        input={({ id }) => ({ id })}
        title={(approval) =>
          `${isSinglePayout(approval) ? 'Cancel' : 'Withdraw'} ${objectOf(approval)}?`
        }
        description={(approval) => effectOf(approval, 'reject')}
        confirmLabel={(approval) => (isSinglePayout(approval) ? 'Cancel Payout' : 'Withdraw')}
        cancelLabel="Back"
        busyLabel={(approval) => (isSinglePayout(approval) ? 'Cancelling...' : 'Withdrawing...')}
        done={(approval) => (isSinglePayout(approval) ? 'Payout cancelled' : 'Request withdrawn')}
        failed={(approval) =>
          isSinglePayout(approval)
            ? 'Failed to cancel the payout'
            : 'Failed to withdraw the request'
        }
        onClose={onClose}
      >
        {(approval) => <Subject approval={approval} className="mt-3" />}
      </ConfirmAction>
      <NoteDialog
        subject={subjectOf('cancel')}
        change={useCancelPayout()}
        values={({ id }) => ({ id })}
        noteLabel="Reason"
        noteHint="It stays in the history, and the company's systems read it in the answer."
        title={() => 'Cancel this payout?'}
        description={(approval) => effectOf(approval, 'reject')}
        confirmLabel="Cancel Payout"
        cancelLabel="Back"
        busyLabel="Cancelling..."
        done="Payout cancelled"
        failed="Failed to cancel the payout"
        onClose={onClose}
      />
    </>
  );
}

interface SubjectProps {
  approval: Approval;
  className?: string;
}

/** Which one it is, with its amount where nobody overlooks it. */
function Subject({ approval: { amount, sentence, companyName }, className }: SubjectProps) {
  return (
    <div className={cn('rounded-lg border bg-surface-sunken px-4 py-3', className)}>
      {amount === null ? null : <Money amount={amount} className="block text-lg font-semibold" />}
      <p className="text-13 wrap-anywhere">{sentence}</p>
      {companyName && !sentence.includes(companyName) ? (
        <p className="text-13 wrap-anywhere text-muted">{companyName}</p>
      ) : null}
    </div>
  );
}

/** The name that the network has for the number; nothing of other requests. */
function Receiver({ approval }: { approval: Approval }) {
  const { kind, companyId, phoneNumber, network } = approval;
  if (kind !== 'payout' || !companyId || !phoneNumber || !network) return null;
  return <WalletHolder companyId={companyId} phoneNumber={phoneNumber} network={network} />;
}

interface OneRequestProps {
  /** Null closes it. */
  approval: Approval | null;
  onClose: () => void;
}

/** Of what loosens how people sign in. */
function ProvedApproval({ approval, onClose }: OneRequestProps) {
  const { mutateAsync } = useDecide();
  // The texts stay while the dialog fades out.
  const [shown, setShown] = useState(approval);
  if (approval !== null && approval !== shown) setShown(approval);
  return shown ? (
    <OwnProofDialog
      open={approval !== null}
      onClose={onClose}
      title={approveTitle(shown)}
      description={effectOf(shown, 'approve')}
      submitLabel="Approve"
      busyLabel="Approving..."
      failed="Failed to approve"
      send={async (proof) => {
        const { id, askedAt } = shown;
        await mutateAsync({ id, askedAt, decision: 'approve', reason: '', shown: proof });
        notify.success(approvedText(shown));
        onClose();
      }}
    />
  ) : null;
}

function RejectDialog({ approval, onClose }: OneRequestProps) {
  const change = useDecide();
  const reason = useReason();
  return (
    <ConfirmAction
      subject={approval}
      change={change}
      input={({ id, askedAt }) => {
        const text = reason.take();
        return text === undefined
          ? undefined
          : { id, askedAt, decision: 'reject' as const, reason: text };
      }}
      title={(asked) => `Reject ${objectOf(asked)}?`}
      description={(asked) => effectOf(asked, 'reject')}
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      done={(asked) => `${requestLabel(asked)} rejected`}
      failed="Failed to reject"
      onClose={() => {
        reason.clear();
        onClose();
      }}
    >
      {(asked) => (
        <>
          <Subject approval={asked} className="mt-3" />
          <ReasonField {...reason.field} readOnly={change.isPending} />
        </>
      )}
    </ConfirmAction>
  );
}

const reasonMaxLength = 200;

/** A reason that is required, and asked for once somebody tries without it. */
export function useReason() {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [value, onValue] = useState('');
  const [isTried, setIsTried] = useState(false);
  const text = value.trim();
  return {
    field: { ref, value, onValue, error: isTried && !text ? 'Reason is required' : undefined },
    /** Undefined while it is missing, and the field then has the focus. */
    take: (): string | undefined => {
      setIsTried(true);
      if (text) return text;
      ref.current?.focus();
      return undefined;
    },
    clear: () => {
      onValue('');
      setIsTried(false);
    },
  };
}

type ReasonFieldProps = ReturnType<typeof useReason>['field'] & { readOnly: boolean };

export function ReasonField({ onValue, ...field }: ReasonFieldProps) {
  return (
    <TextAreaField
      label="Reason"
      required
      counter
      rows={3}
      maxLength={reasonMaxLength}
      hint="Who asked for it reads it."
      {...field}
      onChange={(event) => onValue(event.target.value)}
      className="mt-4"
    />
  );
}

function approveTitle(approval: Approval): string {
  return approval.kind === 'brake' ? 'End the payout brake?' : `Approve ${objectOf(approval)}?`;
}
