import { accountNameMaxLength } from '@sente/contract/accounts';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';

/* What the forms that open and that change an account share. */

interface NameFieldProps extends ComponentProps<'input'> {
  error: string | undefined;
  /** What is typed now. */
  text: string;
}

/** Counts without stopping the typing: too long a name is told, not cut off. */
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

interface FormCardProps {
  label: string;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  disabled: boolean;
  cancelTo: string;
  children: ReactNode;
}

export function FormCard({ label, onSubmit, cancelTo, children, ...button }: FormCardProps) {
  const { submitLabel, ...state } = button;
  return (
    <form noValidate onSubmit={onSubmit} aria-label={label}>
      <Card
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink to={cancelTo} data-discard="">
              Cancel
            </ButtonLink>
            <Button type="submit" variant="primary" {...state}>
              {submitLabel}
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-5">{children}</div>
      </Card>
    </form>
  );
}

/** The form carries a key of its own, so the server knows a second try for what it is. */
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
