import { deviceName } from '@sente/contract/device-name';
import type { Letter } from './letter.ts';

/* What people are told about their access. */

export interface Person {
  readonly firstName: string;
}

const notAsked =
  'If you did not ask for this, ignore this mail: nothing changes. Tell your administrator if it happens again.';
/** For somebody who may not be able to sign in any more. */
export const unexpected =
  'If this was not you, choose a new password at once with "Forgot password?" on the sign-in page and tell your administrator.';

/** For somebody whose sign-in a thief may have added to. */
export const unknownFactor =
  'A new password does not remove a passkey or an app that somebody else added, and a passkey signs in without a password. Look in Settings, under Security, and remove what you do not know. If signing in asks for something that you do not have, ask an administrator to remove your second factor.';

interface Invitation {
  readonly inviter: string;
  readonly company: string | null;
  readonly url: string;
  /** Sent once more, because somebody asked for a new password on the sign-in page. */
  readonly isAskedFor?: boolean;
}

export function invitationLetter(
  { firstName }: Person,
  { inviter, company, url, isAskedFor = false }: Invitation,
): Letter {
  return {
    subject: company ? `${inviter} invites you to ${company} on Sente` : 'You are invited to Sente',
    paragraphs: [
      `Hello ${firstName},`,
      company
        ? `${inviter} invites you to work with ${company} on Sente.`
        : `${inviter} invites you to work on Sente.`,
      isAskedFor
        ? 'Somebody, probably you, asked for a new password. You have not chosen a password yet: choose one to begin.'
        : 'Choose a password to begin.',
    ],
    action: { label: 'Choose a password', url },
    notes: [
      'The link works once, for 72 hours. Do not pass it on: it stands for you.',
      ...(isAskedFor ? [notAsked] : []),
    ],
  };
}

/** `by`: who sends it, as doerOf names them; null if it was asked for on the sign-in page. */
export function recoveryLetter(
  { firstName }: Person,
  { url, by }: { readonly url: string; readonly by: string | null },
): Letter {
  const who = by
    ? `${by} sends you this link for a new password.`
    : 'Somebody, probably you, asked for a new password.';
  return {
    subject: 'Choose a new password for Sente',
    paragraphs: [
      `Hello ${firstName},`,
      `${who} Your present password works until you choose another.`,
    ],
    action: { label: 'Choose a new password', url },
    notes: ['The link works once, for one hour. Do not pass it on: it stands for you.', notAsked],
  };
}

/** Somebody who is told what was done to the own sign-in. */
export interface Concerned extends Person {
  /** Null for staff and others without one. */
  readonly companyName: string | null;
}

/** What was done, when, and by whom. */
export interface Deed {
  readonly at: string;
  /** As doerOf names them; null: the person. */
  readonly by: string | null;
  /** The page that sends a link for a new password, for somebody who cannot sign in. */
  readonly forgotUrl: string;
}

/** How a mail names somebody else who changed the person's sign-in: staff, or a colleague of the same company. */
export function doerOf(
  { name, isStaff }: { readonly name: string; readonly isStaff: boolean },
  { companyName }: Pick<Concerned, 'companyName'>,
): string {
  if (isStaff) return `${name} of the provider's staff`;
  return companyName ? `${name} of ${companyName}` : name;
}

/** Whom a mail tells the person to ask: people who may change the sign-in of others. */
export function helpersOf({ companyName }: Concerned): string {
  return companyName
    ? `somebody who manages the users of ${companyName}, or the provider,`
    : 'a colleague who administers Sente';
}

/** `byLink`: with a link that was sent by mail, without signing in; `by` is who sent it then. */
export function passwordChangedLetter(
  person: Concerned,
  { at, by, forgotUrl, byLink }: Deed & { readonly byLink: boolean },
): Letter {
  const newLink = `Open ${forgotUrl} and choose a new password with the link that we send to this address: that ends all sessions.`;
  const link = by ? `that ${by} sent` : 'that was sent';
  const whatHappened = byLink
    ? `Your password was changed on ${at}, with a link ${link} to this address. All your sessions were ended.`
    : `You changed your password in Settings on ${at}. Your other sessions were ended.`;
  const isTyped = by !== null && !byLink;
  return {
    subject: 'Your Sente password was changed',
    paragraphs: [
      `Hello ${person.firstName},`,
      isTyped
        ? `${by} gave you a temporary password on ${at}. All your sessions were ended, and you choose a password of your own at the next sign-in.`
        : whatHappened,
    ],
    notes: isTyped
      ? [
          `If you did not expect this, do not use the temporary password. ${newLink} Then ask ${helpersOf(person)} about it.`,
        ]
      : [
          `If this was not you, somebody else knows the new password, and yours does not work any more. ${newLink}`,
          unknownFactor,
          `If no mail arrives, tell ${helpersOf(person)} about it.`,
        ],
  };
}

export function confirmEmailLetter(
  { firstName }: Person,
  { url, by }: { readonly url: string; readonly by: string | null },
): Letter {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      `Hello ${firstName},`,
      by
        ? `${by} entered this address for your sign-in to Sente. Until you confirm it, your former address stays.`
        : 'You want to sign in to Sente with this address. Until you confirm it, your former address stays.',
    ],
    action: { label: 'Confirm this address', url },
    notes: ['The link works once, for 24 hours.', notAsked],
  };
}

export function newDeviceLetter(
  { firstName }: Person,
  { at, address, userAgent }: { at: string; address: string; userAgent: string | null },
): Letter {
  return {
    subject: 'New sign-in to Sente',
    paragraphs: [
      `Hello ${firstName},`,
      'You signed in with a browser that you had not used before.',
      `When: ${at}\nFrom: ${address}\nWith: ${deviceName(userAgent)}`,
    ],
    notes: [unexpected],
  };
}

export function guessingLetter({ firstName }: Person, isKnownBrowser: boolean): Letter {
  const many = 'There were many wrong passwords for your sign-in today,';
  return {
    subject: 'Somebody is guessing your Sente password',
    paragraphs: [
      `Hello ${firstName},`,
      isKnownBrowser
        ? `${many} in a browser in which you have signed in before.`
        : `${many} from browsers that you have not used before. Those browsers have to wait longer now. Where you have signed in before, you sign in as usual.`,
    ],
    notes: [
      isKnownBrowser
        ? 'If it was not you, choose a new password with "Forgot password?" on the sign-in page. That ends all sessions and forgets that browser.'
        : 'If you need another browser meanwhile, choose a new password in it with "Forgot password?" on the sign-in page.',
    ],
  };
}

/** Asked for, then confirmed by the new address; or changed at once. */
export type EmailStep = 'asked' | 'confirmed' | 'changed';

/** To the former address. */
export function emailChangedLetter(
  person: Concerned,
  { at, by, forgotUrl, to, step }: Deed & { readonly to: string; readonly step: EmailStep },
): Letter {
  const helpers = helpersOf(person);
  const hello = `Hello ${person.firstName},`;
  if (step !== 'asked') {
    const who = by ?? 'You';
    const how =
      step === 'changed'
        ? `${who} changed it.`
        : `${who} asked for it, and the new address confirmed it.`;
    return {
      subject: 'Your Sente email address was changed',
      paragraphs: [
        hello,
        `The address of your sign-in to Sente is ${to} since ${at}. ${how} This address is no longer used, and all your sessions were ended.`,
      ],
      notes: [
        `If this was not you, this address cannot sign in any more and gets no link for a new password. Tell ${helpers} at once: they can enter this address again and end all sessions.`,
      ],
    };
  }
  return {
    subject: 'Your Sente email address will change',
    paragraphs: [
      hello,
      `${by ?? 'Somebody who knows your password'} asked on ${at} that you sign in to Sente with ${to}. It takes effect when that address confirms it, within 24 hours.`,
    ],
    notes: [
      `If ${by ? 'you do not want this' : 'this was not you'}, open ${forgotUrl} and choose a new password with the link that we send to this address: that ends all sessions, and the change with them. Then tell ${helpers} about it.`,
    ],
  };
}

export function alertsOffLetter({ firstName }: Person): Letter {
  return {
    subject: 'No more mails about new sign-ins to Sente',
    paragraphs: [
      `Hello ${firstName},`,
      'You switched off the mails that tell you of sign-ins with a new browser. This is the last one. You can switch them on again in Settings, under Notifications.',
    ],
    notes: [unexpected],
  };
}
