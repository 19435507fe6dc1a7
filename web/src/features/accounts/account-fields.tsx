import { accountNameMaxLength, accountTypes, createAccountBody } from '@sente/contract/accounts';
import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { cn } from '../../lib/cn.ts';
import { Banner } from '../../ui/banner.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { SelectField } from '../../ui/select.tsx';
import { unexpectedFormat } from './account-queries.ts';

/* Shared by the forms that open and change an account. */

const { accountName, accountType } = createAccountBody.def.shape;

/** An empty text is "not a number": `Number('')` would be 0. */
const toNumber = z.transform((text: string) => (text.trim() === '' ? Number.NaN : Number(text)));

/** Inputs contain text; the contract's rules apply to the parsed values. */
export const accountFields = {
  accountName,
  accountType: z.pipe(z.pipe(z.string(), toNumber), accountType),
};

interface NameFieldProps extends ComponentProps<'input'> {
  error: string | undefined;
  /** What is typed now. */
  text: string;
}

/** Counts without limiting the input: a name that is too long is refused, not truncated. */
export function AccountNameField({ error, text, ...input }: NameFieldProps) {
  return (
    <Field
      label="Account Name"
      required
      error={error}
      counter={`${text.trim().length}/${accountNameMaxLength}`}
    >
      {(control) => (
        <input
          {...input}
          {...control}
          type="text"
          autoComplete="off"
          className={cn(controlClass, 'h-9')}
        />
      )}
    </Field>
  );
}

const typeOptions = Object.entries(accountTypes).map(([value, label]) => ({ value, label }));

type TypeFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

export function AccountTypeField(select: TypeFieldProps) {
  return (
    <SelectField
      label="Account Type"
      required
      placeholder="Select account type"
      options={typeOptions}
      {...select}
    />
  );
}

/** The form sends an idempotency key, so the server recognises a retry. */
export function MayBeOpen({ listTo }: { listTo: string }) {
  return (
    <Banner tone="warning" title="The account may have been opened">
      No answer came back that tells. Try again without changing anything: the same form opens one
      account, however often it is sent. Or look at{' '}
      <Link to={listTo} data-discard="" className="rounded-sm text-accent-text underline">
        the accounts of this company
      </Link>
      .
    </Banner>
  );
}

interface FailureTexts {
  /** The server refused without a reason. */
  readonly refused: string;
  /** There was no readable answer. */
  readonly thrown: string;
}

export const createFailure: FailureTexts = {
  refused: 'Failed to create account',
  thrown: 'An error occurred while creating the account',
};
export const updateFailure: FailureTexts = {
  refused: 'Failed to update account',
  thrown: 'An error occurred while updating the account',
};

/** The texts of an account form when saving failed. */
export function saveFailureText(error: unknown, texts: FailureTexts): string {
  if (!(error instanceof ApiError)) return texts.thrown;
  if (error.kind !== 'network' && error.kind !== 'format') return errorText(error, texts.refused);
  return error.message === unexpectedFormat ? unexpectedFormat : texts.thrown;
}
