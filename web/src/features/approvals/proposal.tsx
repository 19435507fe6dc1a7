import { Check, CircleX, Undo2, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Allowed } from '../../session/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';

/** What one person proposed and another one has to confirm. */
export interface Proposal {
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

interface RejectionNoteProps {
  /** What had been proposed, such as "Book it as paid". */
  label: string;
  rejection: {
    readonly proposedBy: string;
    readonly isOwn: boolean;
    readonly by: string;
    readonly reason: string;
    readonly at: string;
  };
}

/** Why the last proposal came to nothing, for whoever made it and whoever makes the next one. */
export function RejectionNote({ label, rejection }: RejectionNoteProps) {
  const { proposedBy, isOwn, by, reason, at } = rejection;
  const whose = isOwn ? 'your proposal' : `the proposal of ${proposedBy}`;
  return (
    <div className="flex gap-2 rounded-lg border bg-surface-sunken px-3 py-2">
      <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {by} rejected {whose} to {label.charAt(0).toLowerCase() + label.slice(1)},{' '}
          <span className="text-13 text-muted">
            <RelativeTime value={at} />
          </span>
        </p>
        <p className="mt-0.5 text-13 wrap-anywhere">{reason}</p>
      </div>
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
