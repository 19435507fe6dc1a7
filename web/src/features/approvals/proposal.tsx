import { Check, Undo2, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Allowed } from '../../session/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction, type ConfirmActionProps } from '../../ui/confirm-action.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';

/** What one person proposed and another one has to confirm. */
interface Proposal {
  readonly by: string;
  readonly isOwn: boolean;
  readonly at: string;
  readonly note: string;
}

interface ProposalPanelProps {
  /** What happens if it is confirmed. */
  label: string;
  proposal: Proposal;
  children?: ReactNode;
}

export function ProposalPanel({ label, proposal, children }: ProposalPanelProps) {
  return (
    <div className="rounded-lg border bg-surface-sunken px-3 py-2">
      <p>
        <span className="font-medium">{label}</span>{' '}
        <span className="text-13 text-muted">
          proposed by {proposal.isOwn ? 'you' : proposal.by}, <RelativeTime value={proposal.at} />
        </span>
      </p>
      {children}
      <p className="mt-0.5 text-13 wrap-anywhere">{proposal.note}</p>
    </div>
  );
}

interface ProposalButtonsProps {
  proposal: Proposal | null;
  onConfirm: () => void;
  onWithdraw: () => void;
  /** Before the buttons of the proposal. */
  others?: ReactNode;
  /** What can be proposed while nothing is. */
  children: ReactNode;
}

export function ProposalButtons(props: ProposalButtonsProps) {
  const { proposal, onConfirm, onWithdraw, others, children } = props;
  const reasonId = useId();
  const isOwn = proposal?.isOwn ?? false;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={reasonId} className="min-w-0 flex-1 basis-48 text-13 text-muted empty:hidden">
        {isOwn ? 'Somebody else has to confirm your proposal.' : null}
      </p>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {others}
        <Allowed to="staffMoney">
          {proposal ? (
            <>
              <Button
                size="sm"
                icon={isOwn ? <Undo2 /> : <X />}
                aria-haspopup="dialog"
                onClick={onWithdraw}
              >
                {isOwn ? 'Withdraw' : 'Reject'}
              </Button>
              <Button
                size="sm"
                variant="primary"
                icon={<Check />}
                aria-haspopup="dialog"
                disabled={isOwn}
                aria-describedby={isOwn ? reasonId : undefined}
                onClick={onConfirm}
              >
                Confirm
              </Button>
            </>
          ) : (
            children
          )}
        </Allowed>
      </div>
    </div>
  );
}

interface ProposalQuestionsProps<Subject, Input, End> {
  /** The record of which the proposal is to be confirmed or withdrawn; null closes the question. */
  confirmed: Subject | null;
  withdrawn: Subject | null;
  confirm: Pick<
    ConfirmActionProps<Subject, Input>,
    'change' | 'input' | 'title' | 'description' | 'tone' | 'children'
  >;
  withdraw: Pick<ConfirmActionProps<Subject, End>, 'change' | 'input'>;
  /** What waits again, such as "the payment". */
  what: string;
  onClose: () => void;
}

export function ProposalQuestions<
  Subject extends { readonly id: string; readonly proposal: Proposal | null },
  Input,
  End,
>(props: ProposalQuestionsProps<Subject, Input, End>) {
  const { confirmed, withdrawn, confirm, withdraw, what, onClose } = props;
  const isOwn = ({ proposal }: Subject) => proposal?.isOwn ?? false;
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
        subject={withdrawn}
        title={(subject) => `${isOwn(subject) ? 'Withdraw' : 'Reject'} the proposal?`}
        description={(subject) =>
          isOwn(subject)
            ? `Your proposal is taken back, and ${what} waits for another one.`
            : `The proposal of ${subject.proposal?.by} ends, and ${what} waits for another one.`
        }
        confirmLabel={(subject) => (isOwn(subject) ? 'Withdraw' : 'Reject')}
        busyLabel={(subject) => (isOwn(subject) ? 'Withdrawing...' : 'Rejecting...')}
        done={(subject) => (isOwn(subject) ? 'Proposal withdrawn' : 'Proposal rejected')}
        failed={(subject) => `Failed to ${isOwn(subject) ? 'withdraw' : 'reject'} the proposal`}
        onClose={onClose}
      />
    </>
  );
}
