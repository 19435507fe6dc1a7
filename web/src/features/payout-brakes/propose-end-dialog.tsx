import type { PayoutBrake } from '@sente/contract/payout-brakes';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { type Proposal, useProposeEnd } from './brake-queries.ts';
import { countText, settlementsText } from './brake-texts.ts';

export interface AskedEnd extends Proposal {
  readonly brake: PayoutBrake;
}

interface ProposeEndDialogProps {
  open: boolean;
  asked: AskedEnd | null;
  onClose: () => void;
}

/** Says before the press what will happen and who has to agree. */
export default function ProposeEndDialog({ open, asked, onClose }: ProposeEndDialogProps) {
  return (
    <NoteDialog
      subject={open ? asked : null}
      change={useProposeEnd()}
      values={({ brake, ...proposal }) => ({ id: brake.id, ...proposal })}
      noteLabel="Reason"
      noteHint="What you checked. The person who approves reads it, and it stays in the history."
      title={titleOf}
      description={(subject) => (
        <>
          {effectOf(subject)}
          {goOn(subject)} Nothing happens until somebody else who may move money approves it.
        </>
      )}
      confirmLabel="Ask for Approval"
      busyLabel="Sending..."
      tone={({ decision }) => (decision === 'release' ? 'primary' : 'danger')}
      done={({ brake }) =>
        brake.heldSettlements.count === 0
          ? 'It waits for a second person'
          : `It waits for a second person. Held up until then: ${settlementsText(brake.heldSettlements)}`
      }
      failed="Failed to propose it"
      onClose={onClose}
    />
  );
}

function titleOf({ decision, cancelledIds, selected }: AskedEnd): string {
  if (decision === 'cancel') return 'Propose to cancel all held payouts?';
  const count = selected?.count ?? cancelledIds.length;
  return count > 0
    ? `Propose to cancel ${count.toLocaleString('en-US')} and release the others?`
    : 'Propose to release all held payouts?';
}

/** Settlements are in no decision about payouts. */
function goOn({ brake }: AskedEnd): string {
  const settlements = settlementsText(brake.heldSettlements);
  return settlements === '' ? '' : ` What else it holds up goes on: ${settlements}.`;
}

function effectOf({ brake, decision, cancelledIds, selected }: AskedEnd): string {
  const held = countText(brake.heldCount, brake.heldAmount);
  if (decision === 'cancel') {
    return `The brake ends. ${held}, and those that are held until the approval fail, and their money is free on the accounts again.`;
  }
  const { length: count } = cancelledIds;
  if (selected) {
    return `The brake ends. Of ${held}, those that match fail: ${countText(selected.count, selected.amount)} now, and what else matches until the approval. All others are sent.`;
  }
  if (count > 0) {
    return `The brake ends. Of ${held}, the ${count === 1 ? 'one' : count} that you selected fail${count === 1 ? 's' : ''}. All others, and those that are held until the approval, are sent.`;
  }
  if (brake.heldCount === 0) {
    return 'The brake ends. It holds no payouts; those that are held until the approval are sent.';
  }
  return `The brake ends. ${held}, and those that are held until the approval are sent.`;
}
