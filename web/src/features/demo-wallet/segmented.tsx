import { cn } from '../../lib/cn.ts';

interface SegmentedProps<Value extends string> {
  /** The label of the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A few options side by side, one of which is selected. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cn('inline-flex rounded-lg border bg-surface-sunken p-0.5', className)}
    >
      {options.map((option) => {
        const isChosen = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(option.value)}
            className={cn(
              'tabular h-8 flex-1 rounded-md border px-3 text-13 font-medium whitespace-nowrap transition-colors duration-100',
              isChosen
                ? 'border-line bg-surface-raised text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
