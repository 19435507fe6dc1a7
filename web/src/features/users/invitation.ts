import type { SentInvitation } from '@sente/contract/access-links';
import type { User } from '@sente/contract/users';

export interface AskedInvitation {
  readonly user: User;
  readonly what: 'resend' | 'revoke';
}

/** A link that somebody gives to the person, where no mail can be sent. */
export interface HandedOver {
  readonly name: string;
  readonly link: string;
  readonly expiresAt: string;
}

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The specification of the API lists an answer without `meta`. */
type Meta = { readonly invitation: SentInvitation | null } | undefined;

/** Set where no mail can be sent. */
export function linkToHandOver(person: Person, meta: Meta): HandedOver | null {
  const invitation = meta?.invitation;
  if (!invitation?.link) return null;
  const name = `${person.firstName} ${person.lastName}`;
  return { name, link: invitation.link, expiresAt: invitation.expiresAt };
}

export function createdText(person: Person, meta: Meta, withPassword: string): string {
  return meta?.invitation ? `Invitation sent to ${person.email}` : withPassword;
}
