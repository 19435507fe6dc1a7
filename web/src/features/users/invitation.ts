import type { SentLink } from '@sente/contract/access-links';
import type { User } from '@sente/contract/users';
import { nameOf } from './user.ts';

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
type Meta = { readonly invitation: SentLink | null } | undefined;

/** Set where no mail can be sent. */
export function linkToHandOver(person: Person, meta: Meta): HandedOver | null {
  const invitation = meta?.invitation;
  if (!invitation?.link) return null;
  const name = `${person.firstName} ${person.lastName}`;
  return { name, link: invitation.link, expiresAt: invitation.expiresAt };
}

/** Nobody knows yet whether it arrives. */
export function onItsWayText({ email }: Pick<Person, 'email'>): string {
  return `The invitation is on its way to ${email}`;
}

export const sentWhenActivated = 'The invitation is sent when the user is activated';

interface NewPerson extends Person {
  readonly isActive?: boolean | undefined;
  readonly password?: string | undefined;
}

export function createdText(person: NewPerson, meta: Meta, withPassword: string): string {
  if (meta?.invitation) return onItsWayText(person);
  const isLater = person.password === undefined && person.isActive === false;
  return isLater ? `User created. ${sentWhenActivated}` : withPassword;
}

/** After a change of a user, with what is still to do and by whom. */
export function updatedText(
  user: User,
  asked: Person & { readonly isSelf: boolean },
  meta: Meta,
): string {
  if (meta?.invitation) return `Saved. ${onItsWayText(asked)}`;
  const { newEmail } = user;
  if (newEmail === null || newEmail !== asked.email) return 'User updated successfully';
  const todo = asked.isSelf ? 'Open' : `${user.firstName || nameOf(user)} has to open`;
  return `Saved. ${todo} the link that we sent to ${newEmail}`;
}
