import { CopyButton } from '../../ui/copy-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { OpenButton } from './openable-item.tsx';

/** Ids of one minute begin alike and end differently, so both ends are shown. */
export function shortenId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** Opens the transaction. The whole id is in the tooltip, in what is read out and on the clipboard. */
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
