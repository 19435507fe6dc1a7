import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { isRowClick } from '../../ui/table-parts.tsx';
import { useOpenTransaction } from './open-transaction.ts';

interface OpenableItemProps {
  transactionId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** An entry of a list that opens its transaction wherever it is pressed. It needs an OpenButton. */
export function OpenableItem({ transactionId, className, children }: OpenableItemProps) {
  const open = useOpenTransaction();
  return (
    // The keyboard has the button inside; the click is a shortcut to it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      onClick={(event) => {
        if (!isRowClick(event)) return;
        focusOpenButton(event.currentTarget);
        open(transactionId);
      }}
      className={cn(
        // To both edges of the panel.
        '-mx-5 cursor-pointer px-5 py-3 transition-colors duration-75 hover:bg-surface-hover',
        className,
      )}
    >
      {children}
    </li>
  );
}

/** So that the focus comes back to the row that was pressed. */
export function focusOpenButton(row: Element): void {
  row.querySelector<HTMLElement>('[data-open-transaction]')?.focus({ preventScroll: true });
}

interface OpenButtonProps extends ComponentProps<'button'> {
  transactionId: string;
}

export function OpenButton({ transactionId, className, ...button }: OpenButtonProps) {
  const open = useOpenTransaction();
  return (
    <button
      {...button}
      type="button"
      data-open-transaction=""
      aria-haspopup="dialog"
      onClick={() => open(transactionId)}
      className={cn(
        'min-h-6 rounded-sm text-left hover:underline hover:underline-offset-3',
        className,
      )}
    />
  );
}
