import { ConfirmAction, type ConfirmActionProps } from '../../ui/confirm-action.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import type { Proposal } from './proposal.tsx';

interface ProposalQuestionsProps<Subject, Input, End, Rejection extends object> {
  /** The record of which the proposal is to be confirmed, or withdrawn or rejected; null closes the question. */
  confirmed: Subject | null;
  ended: Subject | null;
  confirm: Pick<
    ConfirmActionProps<Subject, Input>,
    'change' | 'input' | 'title' | 'description' | 'tone' | 'children'
  >;
  withdraw: Pick<ConfirmActionProps<Subject, End>, 'change' | 'input'>;
  reject: Pick<ConfirmActionProps<Subject, Rejection & { note: string }>, 'change'> & {
    input: (subject: Subject) => Rejection | undefined;
  };
  /** What waits again, such as "the payment". */
  what: string;
  onClose: () => void;
}

/** Asks whoever made a proposal before it is withdrawn, and anybody else before it is confirmed or rejected. */
export function ProposalQuestions<
  Subject extends { readonly id: string; readonly proposal: Proposal | null },
  Input,
  End,
  Rejection extends object,
>(props: ProposalQuestionsProps<Subject, Input, End, Rejection>) {
  const { confirmed, ended, confirm, withdraw, reject, what, onClose } = props;
  const isOwn = ended?.proposal?.isOwn ?? false;
  return (
    <>
      <ConfirmAction
        {...confirm}
        subject={confirmed}
        confirmLabel="Confirm"
        busyLabel="Confirming..."
        done="Decision confirmed"
        failed="Failed to confirm the decision"
        onClose={onClose}
      />
      <ConfirmAction
        {...withdraw}
        subject={isOwn ? ended : null}
        title={() => 'Withdraw the proposal?'}
        description={`Your proposal is taken back, and ${what} waits for another one.`}
        confirmLabel="Withdraw"
        busyLabel="Withdrawing..."
        done="Proposal withdrawn"
        failed="Failed to withdraw the proposal"
        onClose={onClose}
      />
      <NoteDialog
        subject={isOwn ? null : ended}
        change={reject.change}
        values={reject.input}
        noteLabel="Reason"
        noteHint="Whoever proposed it reads it."
        title={() => 'Reject the proposal?'}
        description={({ proposal }) =>
          `The proposal of ${proposal?.by} ends, and ${what} waits for another one.`
        }
        confirmLabel="Reject"
        busyLabel="Rejecting..."
        done="Proposal rejected"
        failed="Failed to reject the proposal"
        onClose={onClose}
      />
    </>
  );
}
