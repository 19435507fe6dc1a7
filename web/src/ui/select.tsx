import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { controlClass, Field, type FieldOptions } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

interface Choices {
  options: readonly SelectOption[];
  /** An empty first entry such as "Select an internet product...". */
  placeholder?: string | undefined;
  fullWidth?: boolean | undefined;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'size'>, Choices {}

/** A styled native select. Give it an aria-label, or use SelectField. */
export function Select({
  options,
  placeholder,
  fullWidth = false,
  className,
  ...select
}: SelectProps) {
  return (
    <span className={cn('relative', fullWidth ? 'block w-full' : 'inline-block', className)}>
      <select
        {...select}
        className={cn(
          controlClass,
          'h-9 appearance-none truncate pr-9',
          // The colour of a placeholder until something is chosen.
          placeholder !== undefined &&
            'has-[option[value=""]:checked]:text-muted [&_option]:text-ink',
        )}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted"
      />
    </span>
  );
}

export interface SelectFieldProps extends Omit<SelectProps, 'required'>, FieldOptions {}

export function SelectField({
  label,
  hint,
  error,
  required,
  hideLabel,
  id,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, required, hideLabel, id, className }}>
      {(control) => <Select {...select} {...control} fullWidth />}
    </Field>
  );
}
