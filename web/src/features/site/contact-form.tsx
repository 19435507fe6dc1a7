import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Mail, Phone } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass } from '../../ui/field.tsx';
import { contactAddress, contactPhone } from './site-links.ts';
import type { ContactField } from './contact-behaviour.ts';

const nothingSent =
  'Nothing was sent: this form is a demo. Write to the e-mail or call the phone shown here.';

const sent = 'Thank you. Your message has arrived, and we answer by e-mail.';
const failed =
  'Your message could not be sent. Please try again later, write to the e-mail, or call the phone shown here.';

interface FieldProps {
  name: ContactField;
  label: string;
  autoComplete?: string;
  type?: string;
}

/**
 * contact-behaviour.ts validates and, where enquiries are taken, sends. `method="dialog"` outside a
 * dialog ensures that without scripts nothing is sent: the browser then does nothing.
 */
export function ContactForm() {
  return (
    <form
      method="dialog"
      noValidate
      data-contact-form
      aria-labelledby="contact-form-title"
      className="flex flex-col rounded-2xl border bg-background p-5 sm:p-8"
    >
      <h3 id="contact-form-title" className="text-xl leading-7">
        Tell us about your company
      </h3>
      <p data-contact-note className="mt-1.5 text-sm text-muted [&[hidden]]:hidden">
        A demo: the form checks what you write and sends nothing.
      </p>
      <div className="mt-6 grid gap-5 sm:grid-cols-2">
        <InputField name="name" label="Your name" autoComplete="name" />
        <InputField name="email" label="Email" autoComplete="email" type="email" />
      </div>
      <Shell name="message" label="Message" className="mt-5 flex-1">
        <textarea
          {...controlProps('message')}
          rows={8}
          className={cn(controlClass, 'min-h-32 flex-1 resize-y py-2.5 sm:text-base')}
        />
      </Shell>
      {/* Only programs fill it in; those are thanked, and nothing is stored. */}
      <input name="company" hidden tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" variant="primary" size="lg">
          Send message
        </Button>
        <a href={`mailto:${contactAddress}`} data-contact-mail className="link text-sm">
          Or write an e-mail
        </a>
      </div>
      <div role="status">
        <Answer to="demo">{nothingSent}</Answer>
        <Answer to="sent">{sent}</Answer>
        <Answer to="failed">{failed}</Answer>
      </div>
      <noscript>
        <p className="mt-6 text-muted">{nothingSent}</p>
      </noscript>
    </form>
  );
}

function Answer({ to, children }: { to: 'demo' | 'sent' | 'failed'; children: string }) {
  const Icon = to === 'sent' ? CircleCheck : CircleAlert;
  return (
    <p
      hidden
      data-contact-answer={to}
      className={cn(
        'mt-6 flex gap-3 rounded-lg border px-4 py-3 [&[hidden]]:hidden',
        to === 'sent'
          ? 'border-success-line bg-success-soft text-success-text'
          : 'border-info-line bg-info-soft text-info-text',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  );
}

function controlProps(name: ContactField) {
  return {
    id: `contact-${name}`,
    name,
    'aria-required': true,
    'aria-describedby': `contact-${name}-error`,
  } as const;
}

function InputField({ name, label, autoComplete, type = 'text' }: FieldProps) {
  return (
    <Shell name={name} label={label}>
      <input
        {...controlProps(name)}
        type={type}
        autoComplete={autoComplete}
        maxLength={254}
        className={cn(controlClass, 'h-11 sm:text-base')}
      />
    </Shell>
  );
}

interface ShellProps {
  name: ContactField;
  label: string;
  className?: string;
  children: ReactNode;
}

function Shell({ name, label, className, children }: ShellProps) {
  return (
    <div className={cn('flex min-w-0 flex-col', className)}>
      <label
        htmlFor={`contact-${name}`}
        className="required-mark mb-1.5 self-start text-sm font-medium"
      >
        {label}
      </label>
      {children}
      <p
        id={`contact-${name}-error`}
        aria-live="polite"
        className="text-sm font-medium text-danger-text not-empty:mt-1.5"
      />
    </div>
  );
}

export function ContactWays() {
  return (
    <ul className="mt-8 flex flex-col gap-3">
      <li>
        <a
          href={`mailto:${contactAddress}`}
          className="flex items-center gap-4 rounded-xl border bg-background p-4 hover:bg-surface-hover"
        >
          <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
            <Mail aria-hidden="true" className="size-5" />
          </span>
          <span>
            <span className="block text-sm text-muted">Email</span>
            <span className="font-medium">{contactAddress}</span>
          </span>
        </a>
      </li>
      <li>
        <a
          href={`tel:${contactPhone.dialled}`}
          className="flex items-center gap-4 rounded-xl border bg-background p-4 hover:bg-surface-hover"
        >
          <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
            <Phone aria-hidden="true" className="size-5" />
          </span>
          <span>
            <span className="block text-sm text-muted">Phone</span>
            <span className="tabular font-medium">{contactPhone.shown}</span>
          </span>
        </a>
      </li>
    </ul>
  );
}
