import type { Approval } from '@sente/contract/approval';
import type { approvals } from '@sente/contract/approvals';
import type { ReplyOf } from '@sente/contract/endpoint';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ApprovalWarnings } from './approval-card.tsx';
import { useDecideSeveral, type Decision } from './approval-queries.ts';
import { totalOf } from './approval-texts.ts';
import { ReasonField, useReason } from './decision-dialog.tsx';

export interface Several {
  readonly decision: Decision;
  readonly items: readonly Approval[];
}

interface SeveralDialogProps {
  open: boolean;
  several: Several | null;
  onClose: () => void;
  onDone: () => void;
}

type Outcomes = ReplyOf<typeof approvals.decide>;

/** Decides several at once: the total first, and an outcome for each of them after. */
export default function SeveralDialog({ several, onClose, onDone }: SeveralDialogProps) {
  const change = useDecideSeveral();
  const reason = useReason();
  const [decided, setDecided] = useState<Decided>();
  const recorded = {
    isPending: change.isPending,
    mutateAsync: async (input: Parameters<typeof change.mutateAsync>[0]) => {
      const answer = await change.mutateAsync(input);
      const { items = [], decision = 'approve' } = several ?? {};
      setDecided({ items, decision, outcomes: answer.data });
      return answer;
    },
  };
  return (
    <>
      <ConfirmAction
        subject={several}
        change={recorded}
        input={({ decision, items }) => {
          const text = decision === 'reject' ? reason.take() : '';
          return text === undefined ? undefined : { decision, reason: text, items: [...items] };
        }}
        title={({ decision, items }) => `${words[decision].title} ${countOf(items.length)}?`}
        description={({ decision, items }) =>
          `${totalOf(items)} in all. ${effectOf(decision, items)} Each is checked on its own.`
        }
        confirmLabel={({ decision }) => words[decision].title}
        busyLabel={({ decision }) => words[decision].busy}
        tone={({ decision }) => (decision === 'approve' ? 'primary' : 'danger')}
        done="All of them were looked at"
        failed="Failed to decide about these requests"
        onClose={() => {
          reason.clear();
          onClose();
        }}
        onDone={onDone}
      >
        {({ decision, items }) => (
          <>
            <ul className="mt-3 max-h-48 list-disc overflow-auto pl-5 text-13 wrap-anywhere">
              {items.map((item) => (
                <li key={item.id}>
                  {item.sentence}
                  {decision === 'approve' ? <ApprovalWarnings approval={item} /> : null}
                </li>
              ))}
            </ul>
            {decision === 'reject' ? (
              <ReasonField {...reason.field} readOnly={change.isPending} />
            ) : null}
          </>
        )}
      </ConfirmAction>
      <OutcomesDialog decided={decided} onClose={() => setDecided(undefined)} />
    </>
  );
}

interface Decided {
  readonly items: readonly Approval[];
  readonly decision: 'approve' | 'reject';
  readonly outcomes: Outcomes;
}

interface OutcomesDialogProps {
  decided: Decided | undefined;
  onClose: () => void;
}

function OutcomesDialog({ decided, onClose }: OutcomesDialogProps) {
  const { items = [], outcomes = [], decision = 'approve' } = decided ?? {};
  const word = decision === 'approve' ? 'approved' : 'rejected';
  const done = outcomes.filter(({ isDone }) => isDone).length;
  return (
    <Dialog
      open={decided !== undefined}
      onClose={onClose}
      title={
        done === outcomes.length ? `All ${done} ${word}` : `${done} of ${outcomes.length} ${word}`
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul aria-label="Outcomes" className="divide-y">
        {outcomes.map(({ id, isDone, message }) => (
          <li key={id} className="flex gap-2.5 py-2.5">
            {isDone ? (
              <CircleCheck
                aria-hidden="true"
                className="mt-0.5 size-4 shrink-0 text-success-text"
              />
            ) : (
              <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />
            )}
            <div className="min-w-0">
              <p className="wrap-anywhere">{items.find((item) => item.id === id)?.sentence}</p>
              <p className="text-13 text-muted">{isDone ? capitalized(word) : message}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const words = {
  approve: {
    title: 'Approve',
    busy: 'Approving...',
    effect: 'What is approved is done at once.',
  },
  reject: {
    title: 'Reject',
    busy: 'Rejecting...',
    effect: 'Nothing of it takes place.',
  },
} as const;

function effectOf(decision: Decision, items: readonly Approval[]): string {
  const heldUp = items.filter(({ heldUpBy }) => heldUpBy !== null).length;
  if (decision === 'reject' || heldUp === 0) return words[decision].effect;
  const stopped = 'not sent while payouts are stopped: they wait, with their money held.';
  return heldUp === items.length
    ? `They are ${stopped}`
    : `Payouts are ${stopped} Everything else that is approved is done at once.`;
}

function countOf(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`;
}
