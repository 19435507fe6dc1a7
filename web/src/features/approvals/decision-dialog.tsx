import type { Approval } from '@sente/contract/approval';
import { provedLately } from '@sente/contract/approval-kinds';
import { useRef, useState } from 'react';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { notify } from '../../ui/toast.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import type { ApprovalAct } from './approval-card.tsx';
import { useCancelPayout, useDecide, useWithdrawRequest } from './approval-queries.ts';
import { approvedText, effectOf, kindLabels } from './approval-texts.ts';

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
        description={(approval) => effectOf(approval, 'approve')}
        confirmLabel="Approve"
        busyLabel="Approving..."
        tone="primary"
        done={approvedText}
        failed="Failed to approve"
        onClose={onClose}
      >
        {({ kind, companyId, phoneNumber, network }) =>
          kind === 'payout' && companyId && phoneNumber && network ? (
            <WalletHolder
              companyId={companyId}
              phoneNumber={phoneNumber}
              network={network}
              className="mt-3"
            />
          ) : null
        }
      </ConfirmAction>
      <ProvedApproval approval={isAskedFirst ? toApprove : null} onClose={onClose} />
      <RejectDialog approval={subjectOf('reject')} onClose={onClose} />
      <ConfirmAction
        subject={subjectOf('withdraw')}
        change={useWithdrawRequest()}
        input={({ id }) => ({ id })}
        title={({ kind }) => `Withdraw this ${word(kind)}?`}
        description={(approval) => effectOf(approval, 'reject')}
        confirmLabel="Withdraw"
        busyLabel="Withdrawing..."
        done="Request withdrawn"
        failed="Failed to withdraw the request"
        onClose={onClose}
      />
      <NoteDialog
        subject={subjectOf('cancel')}
        change={useCancelPayout()}
        values={({ id }) => ({ id })}
        noteLabel="Reason"
        noteHint="It stays in the history, and the company's systems read it in the answer."
        title={() => 'Cancel this payout?'}
        description={(approval) => effectOf(approval, 'reject')}
        confirmLabel="Cancel payout"
        cancelLabel="Back"
        busyLabel="Cancelling..."
        done="Payout cancelled"
        failed="Failed to cancel the payout"
        onClose={onClose}
      />
    </>
  );
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
      title={({ kind }) => `Reject this ${word(kind)}?`}
      description={(asked) => effectOf(asked, 'reject')}
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      done={({ kind }) => `${kindLabels[kind]} rejected`}
      failed="Failed to reject"
      onClose={() => {
        reason.clear();
        onClose();
      }}
    >
      <ReasonField {...reason.field} readOnly={change.isPending} />
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

function approveTitle({ kind }: Approval): string {
  if (kind === 'brake') return 'End the payout brake?';
  if (kind === 'factor-reset') return 'Approve the removal of this second factor?';
  return kind === 'payout-rule' ? 'Approve these payout rules?' : `Approve this ${word(kind)}?`;
}

function word(kind: Approval['kind']): string {
  return kindLabels[kind].toLowerCase();
}
