import { Check } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
}

export function Checkbox({ label, description, error, id, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const messageId = `${inputId}-message`;
  const message = error ?? description;
  return (
    <div className={cn('flex gap-2.5', className)}>
      {/* A target of 24 px, 16 px visible. */}
      <span className="relative -m-1 grid size-6 shrink-0 place-items-center">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          aria-describedby={message ? messageId : undefined}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-md opacity-0 disabled:cursor-not-allowed"
        />
        <span
          aria-hidden="true"
          className={cn(
            'pointer-events-none grid size-4 place-items-center rounded-sm border border-line-strong bg-surface text-on-accent',
            'peer-checked:border-accent peer-checked:bg-accent peer-disabled:opacity-55 peer-aria-invalid:border-danger',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
            '[&>svg]:invisible peer-checked:[&>svg]:visible',
          )}
        >
          <Check strokeWidth={3} className="size-3" />
        </span>
      </span>
      <div className="min-w-0">
        <label htmlFor={inputId} className="block leading-4">
          {label}
        </label>
        {message ? (
          <p
            id={messageId}
            className={cn('mt-1 text-13', error ? 'font-medium text-danger-text' : 'text-muted')}
          >
            {message}
          </p>
        ) : null}
      </div>
    </div>
  );
}
