import { phoneOf } from '@sente/contract/phone';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

interface OutsideLinkProps {
  href: string;
  children: ReactNode;
}

/** To a page or a program outside of the portal. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-accent-text underline underline-offset-3"
    >
      {children} <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  );
}

interface SendLinksProps {
  text: string;
  /** To whom; without a number the program asks. */
  phoneNumber?: string | undefined;
  /** Of the words of the links. */
  prefix?: string | undefined;
}

/** Send a text through programs of the device: Sente itself sends no messages. */
export function SendLinks({ text, phoneNumber = '', prefix = 'Send by ' }: SendLinksProps) {
  const number = phoneOf(phoneNumber) ?? '';
  const body = encodeURIComponent(text);
  return (
    <>
      <OutsideLink href={`https://wa.me/${number.replace(/^\+/, '')}?text=${body}`}>
        {prefix}WhatsApp
      </OutsideLink>
      <OutsideLink href={`sms:${number}?body=${body}`}>{prefix}SMS</OutsideLink>
    </>
  );
}
