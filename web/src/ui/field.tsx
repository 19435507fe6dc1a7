import { Eye, EyeOff } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type Ref,
} from 'react';
import { cn } from '../lib/cn.ts';
import { useMergedRef } from '../lib/merged-ref.ts';

/** The props that the control inside a field must have. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldOptions {
  label: string;
  hint?: ReactNode;
  /** Shown in place of the hint. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** The label is for screen readers only. */
  hideLabel?: boolean | undefined;
}

interface FieldProps extends FieldOptions {
  id?: string | undefined;
  /** At the right end of the line below the control. */
  counter?: string | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Label above, hint or error below, associated with the control that the function renders. */
export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  id: givenId,
  counter,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const messageId = `${id}-message`;
  const counterId = `${id}-counter`;
  const hasMessage = Boolean(error ?? hint);

  return (
    <div className={cn('flex min-w-0 flex-col', className)}>
      <label
        htmlFor={id}
        className={
          hideLabel
            ? 'sr-only'
            : cn('mb-1.5 self-start text-13 font-medium', required && 'required-mark')
        }
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby':
          [hasMessage && messageId, counter && counterId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <div className="flex justify-between gap-3 text-13">
        {/* Always rendered, so that an error that appears on blur is announced. */}
        <div aria-live="polite" className="min-w-0 flex-1">
          {hasMessage ? (
            <p
              id={messageId}
              className={cn('mt-1.5', error ? 'font-medium text-danger-text' : 'text-muted')}
            >
              {error ?? hint}
            </p>
          ) : null}
        </div>
        {counter ? (
          <span id={counterId} className="tabular mt-1.5 shrink-0 text-muted">
            {counter}
          </span>
        ) : null}
      </div>
    </div>
  );
}

const controlLook = cn(
  'w-full rounded-lg border border-line-strong bg-surface px-3 text-ink',
  'transition-[border-color] duration-100 hover:not-disabled:not-aria-invalid:not-[[readonly]]:border-muted',
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-muted',
  // Neither a strong border nor the colour of what is typed: on a dark surface a background alone is not seen.
  '[&[readonly]]:cursor-default [&[readonly]]:border-line [&[readonly]]:bg-surface-sunken [&[readonly]]:text-muted',
);
/** 16 px on phones: Safari zooms into smaller inputs. */
export const controlClass = cn(controlLook, 'text-base sm:text-sm');

/** On shared devices what is typed is read by two people. */
const largeClass = cn(controlLook, 'tabular h-14 text-2xl font-semibold');
const largeAreaClass = cn(controlLook, 'tabular text-lg');

interface CounterOption {
  /** Shows "12/100" under the control; needs maxLength. */
  counter?: boolean | undefined;
}

/**
 * The length of the value. Also read from the element after each render, because react-hook-form
 * fills and resets uncontrolled inputs without an event.
 */
function useLength<Element extends HTMLInputElement | HTMLTextAreaElement>(
  ref: Ref<Element> | undefined,
) {
  const own = useRef<Element>(null);
  const [length, setLength] = useState(0);
  const measure = () => setLength(own.current?.value.length ?? 0);
  useLayoutEffect(measure);
  return { length, measure, ref: useMergedRef(own, ref) };
}

export interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'required' | 'size'>, FieldOptions, CounterOption {
  /** Short text inside the left end of the input, such as "UGX". */
  prefix?: string | undefined;
  /** The same inside the right end, such as "days". */
  suffix?: string | undefined;
  isLarge?: boolean | undefined;
}

export function TextField({
  label,
  hint,
  error,
  required,
  hideLabel,
  counter,
  prefix,
  suffix,
  isLarge = false,
  id,
  ref,
  className,
  onInput,
  ...input
}: TextFieldProps) {
  const typed = useLength(ref);
  return (
    <Field
      {...{ label, hint, error, required, hideLabel, id, className }}
      counter={counter && input.maxLength ? `${typed.length}/${input.maxLength}` : undefined}
    >
      {(control) => (
        <span className="relative block">
          {prefix ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-13 text-muted"
            >
              {prefix}
            </span>
          ) : null}
          <input
            type="text"
            {...input}
            {...control}
            ref={typed.ref}
            onInput={(event) => {
              typed.measure();
              onInput?.(event);
            }}
            className={cn(
              isLarge ? largeClass : [controlClass, 'h-9'],
              prefix && 'pl-12',
              suffix && 'pr-14',
            )}
          />
          {suffix ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-13 text-muted"
            >
              {suffix}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
}

export interface TextAreaFieldProps
  extends Omit<ComponentProps<'textarea'>, 'required'>, FieldOptions, CounterOption {
  isLarge?: boolean | undefined;
}

export function TextAreaField({
  label,
  hint,
  error,
  required,
  hideLabel,
  counter,
  id,
  ref,
  className,
  onInput,
  isLarge = false,
  rows = 4,
  ...input
}: TextAreaFieldProps) {
  const typed = useLength(ref);
  return (
    <Field
      {...{ label, hint, error, required, hideLabel, id, className }}
      counter={counter && input.maxLength ? `${typed.length}/${input.maxLength}` : undefined}
    >
      {(control) => (
        <textarea
          {...input}
          {...control}
          rows={rows}
          ref={typed.ref}
          onInput={(event) => {
            typed.measure();
            onInput?.(event);
          }}
          className={cn(isLarge ? largeAreaClass : controlClass, 'min-h-18 resize-y py-2')}
        />
      )}
    </Field>
  );
}

export interface PasswordFieldProps
  extends Omit<ComponentProps<'input'>, 'required' | 'type'>, FieldOptions {
  isLarge?: boolean | undefined;
}

export function PasswordField({
  label,
  hint,
  error,
  required,
  hideLabel,
  isLarge = false,
  id,
  className,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, required, hideLabel, id, className }}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cn(isLarge ? largeClass : [controlClass, 'h-9'], 'pr-10')}
          />
          <button
            type="button"
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-controls={control.id}
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-md text-muted hover:not-disabled:text-ink [&_svg]:size-4"
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </button>
        </span>
      )}
    </Field>
  );
}
