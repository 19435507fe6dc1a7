import { CopyButton } from '../../ui/copy-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Ids of one minute begin alike and end differently, so both ends are shown. */
function shorten(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** The whole id is in the tooltip, in what is read out and on the clipboard. */
export function ShortId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <Tooltip text={id} isName>
        <span className="tabular text-13 whitespace-nowrap text-muted">
          <span aria-hidden="true">{shorten(id)}</span>
          <span className="sr-only">{id}</span>
        </span>
      </Tooltip>
      <CopyButton value={id} label="Transaction ID" />
    </span>
  );
}
