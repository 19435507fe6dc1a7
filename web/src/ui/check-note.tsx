import { failureReason } from '@sente/contract/failure-reason';
import { checkNote, type PaymentCheck } from '@sente/contract/payment-check';
import { cn } from '../lib/cn.ts';

interface CheckNoteProps {
  row: {
    readonly status: string;
    readonly network: string | null;
    readonly check?: PaymentCheck | null | undefined;
    /** Why it failed, if the list tells it. */
    readonly reason?: string | null;
  };
  /** The network calls a failed one paid: done again, the person pays or gets it twice. */
  isCollection: boolean;
}

/** Below the state in a list: what the network said otherwise, or why it failed. In whole words, whatever the width. */
export function CheckNote({ row, isCollection }: CheckNoteProps) {
  const { status, check, reason } = row;
  const hasFailed = status.toLowerCase() === 'failed';
  const isOpen = check?.state === 'open';
  const warning = hasFailed ? `. Do not ${isCollection ? 'ask' : 'send'} again` : '';
  const note = isOpen ? `${checkNote(row)}${warning}` : checkNote(row);
  const text = note ?? (hasFailed && reason ? failureReason(reason) : null);
  if (text === null) return null;
  return (
    <span
      className={cn(
        'block max-w-52 min-w-36 basis-full text-xs text-balance wrap-anywhere whitespace-normal max-sm:text-right',
        isOpen ? 'font-medium text-warning-text' : 'text-muted',
      )}
    >
      {text}
    </span>
  );
}
