import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { paths } from '../lib/paths.ts';
import { CopyButton } from './copy-button.tsx';
import { Link } from './link.tsx';
import { useRowOpening } from './table-parts.tsx';
import { Tooltip } from './tooltip.tsx';

/* Links of the back-office to the page of one transaction. */

interface TransactionItemProps {
  transactionId: string;
  className?: string | undefined;
  children: ReactNode;
}

const rowHref = (id: string) => paths.transaction(id);

/** An entry of a list that leads to its transaction wherever it is pressed. It needs a link. */
export function TransactionItem({ transactionId, className, children }: TransactionItemProps) {
  const open = useRowOpening({ rowHref })(transactionId) as (
    event: MouseEvent<HTMLElement>,
  ) => void;
  return (
    // The keyboard has the link inside; the click is a shortcut to it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      onClick={open}
      onAuxClick={open}
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

interface TransactionLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  transactionId: string;
}

export function TransactionLink({ transactionId, className, ...link }: TransactionLinkProps) {
  return (
    <Link
      {...link}
      to={paths.transaction(transactionId)}
      className={cn(
        'inline-block min-h-6 rounded-sm text-left hover:underline hover:underline-offset-3',
        className,
      )}
    />
  );
}

/** Ids of the same minute have the same beginning, so both ends are shown. */
export function shortenId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** Leads to the transaction. Tooltip, screen readers and clipboard have the full id. */
export function ShortId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <Tooltip text={id} isName>
        <TransactionLink
          transactionId={id}
          className="tabular text-13 whitespace-nowrap text-muted"
        >
          <span aria-hidden="true">{shortenId(id)}</span>
          <span className="sr-only">{id}</span>
        </TransactionLink>
      </Tooltip>
      <CopyButton value={id} label="Transaction ID" />
    </span>
  );
}
