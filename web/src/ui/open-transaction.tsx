import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { cn } from '../lib/cn.ts';
import { CopyButton } from './copy-button.tsx';
import { focusOpener, isRowClick } from './table-parts.tsx';
import { Tooltip } from './tooltip.tsx';

/** Shows one transaction in a panel over the page; the back-office layout has that panel. */
export const OpenTransaction = createContext<(id: string) => void>(() => {});

export function useOpenTransaction(): (id: string) => void {
  return use(OpenTransaction);
}

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
        focusOpener(event.currentTarget);
        open(transactionId);
      }}
      className={cn(
        // Extends to both edges of the panel.
        '-mx-5 cursor-pointer px-5 py-3 transition-colors duration-75 hover:bg-surface-hover',
        className,
      )}
    >
      {children}
    </li>
  );
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

/** Ids of the same minute have the same beginning, so both ends are shown. */
export function shortenId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** Opens the transaction. Tooltip, screen readers and clipboard have the full id. */
export function ShortId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <Tooltip text={id} isName>
        <OpenButton transactionId={id} className="tabular text-13 whitespace-nowrap text-muted">
          <span aria-hidden="true">{shortenId(id)}</span>
          <span className="sr-only">{id}</span>
        </OpenButton>
      </Tooltip>
      <CopyButton value={id} label="Transaction ID" />
    </span>
  );
}
