import { CopyButton } from '../../ui/copy-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** The beginning of an id; the whole of it in the tooltip, in what is read out and when copied. */
export function RoleId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Tooltip text={id} isName>
        <span className="tabular text-13 whitespace-nowrap text-muted">
          <span aria-hidden="true">{`${id.slice(0, 8)}...`}</span>
          <span className="sr-only">{id}</span>
        </span>
      </Tooltip>
      <CopyButton value={id} label="Role ID" />
    </span>
  );
}
