import type { BodyInputOf } from '@sente/contract/endpoint';
import type { NetworkNotice, networkNotices } from '@sente/contract/network-notices';
import type { PaymentDirection } from '@sente/contract/payments';
import { useRef, useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { SelectField } from '../../ui/select.tsx';
import { AccountPicker } from './account-picker.tsx';
import { useCloseNotice, useProposeBooking, useProposeRelease } from './proposal-queries.ts';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { placeText } from './notice-texts.ts';
import { StatedAmountField, statedAmount } from './stated-amount.tsx';

interface NoticeDialogProps {
  /** Null closes it. */
  notice: NetworkNotice | null;
  onClose: () => void;
}

export function CloseNoticeDialog({ notice, onClose }: NoticeDialogProps) {
  return (
    <NoteDialog
      subject={notice}
      change={useCloseNotice()}
      values={({ id }) => ({ id })}
      noteHint="What you found, and what was done about it."
      title={() => 'Close this report?'}
      description={({ network, said }) =>
        `${placeText(network)}: ${said}. It leaves the list, and no money moves. The note stays in the audit log.`
      }
      confirmLabel="Close Report"
      busyLabel="Closing..."
      tone="primary"
      done="Report closed"
      failed="Failed to close the report"
      onClose={onClose}
    />
  );
}

const shared = {
  confirmLabel: 'Propose',
  busyLabel: 'Proposing...',
  tone: 'primary',
  done: 'Decision proposed',
  failed: 'Failed to propose the decision',
  noteHint: 'For whoever confirms it: what you have checked.',
} as const;

type Stated = { id: string } & Omit<BodyInputOf<typeof networkNotices.proposeBooking>, 'note'>;

/** What is booked as far as the network said it. */
function bookedText({ amount, direction }: Pick<NetworkNotice, 'amount' | 'direction'>): string {
  if (amount === null && direction === null) return '';
  const booked = amount === null ? 'The amount that you state' : `UGX ${formatAmount(amount)}`;
  const moved = { collection: ' that came in', payout: ' that went out' };
  return ` ${booked}${direction ? moved[direction] : ''} is booked.`;
}

const directions: { value: PaymentDirection; label: string }[] = [
  { value: 'collection', label: 'It came in at the network' },
  { value: 'payout', label: 'It left the network' },
];

export function ProposeBookingDialog({ notice, onClose }: NoticeDialogProps) {
  const select = useRef<HTMLSelectElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const [direction, setDirection] = useState<PaymentDirection | ''>('');
  const [typed, setTyped] = useState('');
  const propose = useProposeBooking();

  /** People state only what the network did not say. */
  function valuesOf({ id, ...said }: NetworkNotice): Stated | undefined {
    const { amount } = statedAmount(typed);
    const isDirected = said.direction !== null || direction !== '';
    if (isDirected && (said.amount !== null || amount !== undefined)) {
      return {
        id,
        ...(said.direction === null && direction !== '' && { direction }),
        ...(said.amount === null && { amount }),
      };
    }
    (isDirected ? amountField : select).current?.focus();
    return undefined;
  }

  return (
    <NoteDialog
      {...shared}
      subject={notice}
      change={propose}
      values={valuesOf}
      title={() => 'Book it to suspense?'}
      description={({ network, said, ...notice }) =>
        `${placeText(network)} said: ${said}.${bookedText(notice)} The suspense account of the provider keeps the money until its owner is found. Nothing happens until somebody else confirms it.`
      }
      onClose={() => {
        setDirection('');
        setTyped('');
        onClose();
      }}
      fields={(shown, isTried) => (
        <>
          {shown.direction === null ? (
            <SelectField
              ref={select}
              label="Direction"
              required
              fullWidth
              placeholder="Select a direction..."
              error={
                isTried && direction === '' ? 'Select whether it came in or went out' : undefined
              }
              disabled={propose.isPending}
              value={direction}
              onChange={(event) => {
                const { value } = event.target;
                setDirection(directions.find((option) => option.value === value)?.value ?? '');
              }}
              options={directions}
              className="mt-4"
            />
          ) : null}
          {shown.amount === null ? (
            <StatedAmountField
              ref={amountField}
              required
              error={isTried ? statedAmount(typed).error : undefined}
              readOnly={propose.isPending}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : null}
        </>
      )}
    />
  );
}

export function ProposeReleaseDialog({ notice, onClose }: NoticeDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [account, setAccount] = useState<ComboboxOption | null>(null);

  function valuesOf({ id }: NetworkNotice) {
    if (account) return { id, accountId: account.value };
    field.current?.focus();
    return undefined;
  }

  return (
    <NoteDialog
      {...shared}
      subject={notice}
      change={useProposeRelease()}
      values={valuesOf}
      title={() => "Release it to a company's account?"}
      description={({ booking }) =>
        `UGX ${formatAmount(booking?.amount ?? 0)} ${booking?.direction === 'payout' ? 'is taken from' : 'moves from suspense to'} the account that you select, without a fee. Nothing happens until somebody else confirms it.`
      }
      onClose={() => {
        setAccount(null);
        onClose();
      }}
      fields={(_, isTried) => (
        <AccountPicker
          inputRef={field}
          label="Account"
          required
          value={account}
          onChange={setAccount}
          error={isTried && account === null ? 'Account is required' : undefined}
          className="mt-4"
        />
      )}
    />
  );
}
