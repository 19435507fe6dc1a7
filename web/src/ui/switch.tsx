import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> {
  label: ReactNode;
  description?: ReactNode;
}

/** A native checkbox, so that it works with react-hook-form and without scripts. */
export function Switch({ label, description, id, className, ...input }: SwitchProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const descriptionId = `${inputId}-description`;
  return (
    <div className={cn('flex items-start justify-between gap-6', className)}>
      <div className="min-w-0">
        <label htmlFor={inputId} className="block font-medium">
          {label}
        </label>
        {description ? (
          <p id={descriptionId} className="mt-0.5 text-13 text-muted">
            {description}
          </p>
        ) : null}
      </div>
      <span className="relative -my-0.5 inline-flex h-6 w-9 shrink-0 items-center">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          // A native checkbox states by itself whether it is checked.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          aria-describedby={description ? descriptionId : undefined}
          className="peer absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
        />
        <span
          aria-hidden="true"
          className={cn(
            'pointer-events-none h-5 w-9 rounded-full bg-line-strong p-0.5 transition-colors duration-150',
            'peer-checked:bg-accent peer-disabled:opacity-55',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
            '[&>span]:block [&>span]:size-4 [&>span]:rounded-full [&>span]:bg-on-accent [&>span]:transition-transform [&>span]:duration-150',
            'peer-checked:[&>span]:translate-x-4',
          )}
        >
          <span />
        </span>
      </span>
    </div>
  );
}
