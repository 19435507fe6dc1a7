import { cn } from '../lib/cn.ts';
import { CopyButton } from './copy-button.tsx';

/** A whole UUID beside its button has room in a card and on a phone when it is this small. */
const longFrom = 30;

/** A number or id for a DetailList, whole, with the button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  const isLong = value.length >= longFrom;
  return (
    // The button is higher than a line of text, and must not push it off the line of its neighbours.
    <span className="-my-0.5 inline-flex max-w-full items-center gap-1 align-top">
      <span className={cn('tabular min-w-0 text-xs break-all', !isLong && 'sm:text-13')}>
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
