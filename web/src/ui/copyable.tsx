import { cn } from '../lib/cn.ts';
import { CopyButton } from './copy-button.tsx';

/** A whole UUID beside its button has room in a card and on a phone when it is this small. */
const longFrom = 30;

/** A number or id for a DetailList, whole, with the button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  const isLong = value.length >= longFrom;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className={cn('tabular min-w-0 text-xs break-all', !isLong && 'sm:text-13')}>
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
