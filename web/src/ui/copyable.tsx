import { CopyButton } from './copy-button.tsx';

/** A number or id for a DetailList, whole, with the button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="tabular min-w-0 text-xs break-all sm:text-13">{value}</span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
