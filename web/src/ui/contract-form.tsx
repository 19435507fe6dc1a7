import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import {
  useForm,
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { errorText } from '../api/error-text.ts';
import { isSame } from '../lib/meanwhile.ts';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { Button, ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import { useMeanwhile, type MeanwhileField } from './meanwhile.tsx';
import { notify } from './toast.tsx';
import { ReadOnlyNote, useIsReadOnly } from './read-only.tsx';

interface FormOptions<Input extends FieldValues, Output> extends Pick<
  UseFormProps<Input>,
  'mode' | 'reValidateMode' | 'shouldFocusError'
> {
  /** The contract's schema of the body, or a resolver if the form validates more than that. */
  readonly schema: z.core.$ZodType<Output, Input> | Resolver<Input, unknown, Output>;
  /** In page order: the first wrong field gets the focus. */
  readonly values: DefaultValues<Input>;
  readonly submit: (body: Output) => Promise<unknown>;
  /**
   * Shown when the server refuses without a reason; a function chooses the text of every failure,
   * or shows it itself.
   */
  readonly failed: string | ((error: unknown) => string | undefined);
  /** The form shows `failure` itself, so no toast does. */
  readonly isInline?: boolean | undefined;
  /** Maps the server's field name to the form's; undefined if they are the same. */
  readonly fieldOf?: ((name: string) => FieldPath<Input>) | undefined;
  /**
   * For a form over a stored record: its fields as they are told about when somebody else changed the record
   * meanwhile. The form then follows `values` where nothing was typed.
   */
  readonly labels?:
    | Readonly<Partial<Record<FieldPath<Input>, string | MeanwhileField>>>
    | undefined;
  /** Called when the form itself refuses the input. */
  readonly invalid?: ((errors: FieldErrors<Input>) => void) | undefined;
}

export interface ContractForm<Input extends FieldValues, Output = unknown> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** All props of an input, including its error. */
  readonly field: (
    name: FieldPath<Input>,
    options?: RegisterOptions<Input>,
  ) => UseFormRegisterReturn & { error: string | undefined };
  /** For a field that is no plain input and shows its error itself. */
  readonly controlOf: (name: FieldPath<Input>) => Control<Input, unknown, Output>;
  readonly submit: ReturnType<UseFormReturn<Input>['handleSubmit']>;
  readonly isBusy: boolean;
  /** Why the last attempt failed, unless a field says it. */
  readonly failure: string | null;
  readonly isValid: boolean;
  readonly hasErrors: boolean;
  /** What somebody else changed meanwhile, for above the button that saves. */
  readonly meanwhile?: ReactNode;
}

/**
 * A form over a schema of the contract: it validates as the server does, sends once, marks the
 * fields that the server refuses, and asks before unsaved changes are lost.
 */
export function useContractForm<Input extends FieldValues, Output>(
  options: FormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const {
    schema,
    values,
    submit,
    failed,
    isInline = false,
    fieldOf,
    labels,
    invalid,
    ...modes
  } = options;
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Input, unknown, Output>({
    ...modes,
    resolver: typeof schema === 'function' ? schema : zodResolver(schema),
    defaultValues: values,
  });
  const { errors, isSubmitting, isValid, isDirty } = form.formState;
  // Why the last attempt failed says nothing about what is typed since.
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setFailure(null) }),
    [subscribe],
  );
  useUnsavedWarning(isDirty);
  const meanwhile = useMeanwhile({
    stored: labels ? values : {},
    typed: () => form.getValues(),
    follow: (kept) => {
      form.reset(values);
      for (const [name, value] of Object.entries(kept)) {
        const path = name as FieldPath<Input>;
        if (isSame(form.getValues(path), value)) continue;
        form.setValue(path, value as PathValue<Input, FieldPath<Input>>, { shouldDirty: true });
      }
    },
    set: (name, value) =>
      form.setValue(name as FieldPath<Input>, value as PathValue<Input, FieldPath<Input>>, {
        shouldDirty: true,
        shouldValidate: true,
      }),
    fieldOf: (name) => {
      const told = labels?.[name as FieldPath<Input>];
      return typeof told === 'string' ? { label: told } : told;
    },
  });
  // Pressing Enter twice within one frame sends once.
  const isSending = useRef(false);
  /** What was wrong with the former attempt is not said beside the outcome of the next one. */
  const toastId = useId();
  const names = Object.keys(values) as FieldPath<Input>[];
  /** On screen, so that an error of theirs can be read. */
  const shown = new Set<string>();
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    notify.dismiss(toastId);
    if (meanwhile.mustDecide()) return;
    try {
      await submit(body);
      meanwhile.clear();
    } catch (error) {
      const wrong = wrongFields(error, names, fieldOf);
      for (const [index, [name, message]] of wrong.entries()) {
        form.setError(name, { message }, { shouldFocus: index === 0 });
      }
      const text = typeof failed === 'string' ? errorText(error, failed) : failed(error);
      const said = wrong.filter(([name]) => shown.has(name)).map(([, message]) => message);
      if (text === undefined || isSaid(text, error, said)) return;
      setFailure(text);
      if (!isInline) notify.error(text, { id: toastId });
    }
  }, invalid);
  return {
    form,
    field: (name, more) => {
      shown.add(name);
      return { ...form.register(name, more), error: messageOf(errors[name]) };
    },
    controlOf: (name) => {
      shown.add(name);
      return form.control;
    },
    submit: async (event) => {
      event?.preventDefault();
      if (isSending.current) return;
      isSending.current = true;
      await send(event).finally(() => {
        isSending.current = false;
      });
    },
    isBusy: isSubmitting,
    failure,
    isValid,
    hasErrors: Object.keys(errors).length > 0,
    meanwhile: meanwhile.panel,
  };
}

function messageOf(error: unknown): string | undefined {
  return (error as { message?: string } | undefined)?.message;
}

/** The fields say every sentence of it. */
function isSaid(text: string, error: unknown, said: readonly string[]): boolean {
  if (said.includes(text)) return true;
  if (!(error instanceof ApiError) || text !== error.message) return false;
  return error.errors.length > 0 && error.errors.every((sentence) => said.includes(sentence));
}

/** In form order; with `fieldOf`, in the order of the answer. */
function wrongFields<Name extends string>(
  error: unknown,
  names: readonly Name[],
  fieldOf: ((name: string) => Name) | undefined,
): (readonly [Name, string])[] {
  if (!(error instanceof ApiError)) return [];
  const { fields } = error;
  if (fieldOf) return Object.entries(fields).map(([name, text]) => [fieldOf(name), text] as const);
  return names.flatMap((name) => {
    const text = fields[name];
    return text === undefined ? [] : [[name, text] as const];
  });
}

interface FormCardProps {
  /** The form's name for screen readers. */
  label: string;
  form: Pick<ContractForm<FieldValues>, 'submit' | 'isBusy' | 'meanwhile'>;
  submitLabel: string;
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  cancelTo: string;
  /** The title of the card with the buttons. */
  title?: string | undefined;
  /** Another card with fields, before that one. */
  above?: ReactNode;
  children: ReactNode;
}

/** A form in a card, with Cancel and the submit button in its footer. */
export function FormCard(props: FormCardProps) {
  const { label, form, submitLabel, busyLabel = 'Saving...', disabled, cancelTo } = props;
  const isReadOnly = useIsReadOnly();
  return (
    <form
      noValidate
      onSubmit={form.submit}
      aria-label={label}
      className={props.above ? 'flex flex-col gap-4' : undefined}
    >
      <ReadOnlyNote className={props.above ? undefined : 'mb-4'} />
      {props.above}
      <Card
        title={props.title}
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink to={cancelTo} data-discard="">
              Cancel
            </ButtonLink>
            <Button
              type="submit"
              variant="primary"
              busy={form.isBusy}
              busyLabel={busyLabel}
              disabled={disabled || isReadOnly}
            >
              {submitLabel}
            </Button>
          </div>
        }
      >
        {props.children}
        {form.meanwhile ? <div className="mt-5">{form.meanwhile}</div> : null}
      </Card>
    </form>
  );
}
