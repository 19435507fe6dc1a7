import { deviceName } from '@sente/contract/device-name';
import type { Letter } from '../mail/letter.ts';

/* What people are told about their access. */

interface Person {
  readonly firstName: string;
}

const notAsked =
  'If you did not ask for this, ignore this mail: nothing changes. Tell your administrator if it happens again.';
const unexpected =
  'If this was not you, ask for a new password at once and tell your administrator.';

export function invitationLetter(
  { firstName }: Person,
  { inviter, company, url }: { inviter: string; company: string | null; url: string },
): Letter {
  return {
    subject: company ? `${inviter} invites you to ${company} on Sente` : 'You are invited to Sente',
    paragraphs: [
      `Hello ${firstName},`,
      company
        ? `${inviter} invites you to work with ${company} on Sente.`
        : `${inviter} invites you to work on Sente.`,
      'Choose a password to begin.',
    ],
    action: { label: 'Choose a password', url },
    notes: ['The link works once, for 72 hours. Do not pass it on: it stands for you.'],
  };
}

export function recoveryLetter({ firstName }: Person, url: string): Letter {
  return {
    subject: 'Choose a new password for Sente',
    paragraphs: [
      `Hello ${firstName},`,
      'Somebody, probably you, asked for a new password. Your present password works until you choose another.',
    ],
    action: { label: 'Choose a new password', url },
    notes: ['The link works once, for one hour.', notAsked],
  };
}

export function passwordChangedLetter({ firstName }: Person): Letter {
  return {
    subject: 'Your Sente password was changed',
    paragraphs: [
      `Hello ${firstName},`,
      'Your password was changed, and all your sessions were ended.',
    ],
    notes: [unexpected],
  };
}

export function passwordTypedLetter({ firstName }: Person, by: string): Letter {
  return {
    subject: 'Your Sente password was changed',
    paragraphs: [
      `Hello ${firstName},`,
      `${by} gave you a temporary password, and all your sessions were ended. You choose your own at the next sign-in.`,
    ],
    notes: [unexpected],
  };
}

export function confirmEmailLetter({ firstName }: Person, url: string): Letter {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      `Hello ${firstName},`,
      'You want to sign in to Sente with this address. Until you confirm it, your former address stays.',
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

export function guessingLetter({ firstName }: Person): Letter {
  return {
    subject: 'Somebody is guessing your Sente password',
    paragraphs: [
      `Hello ${firstName},`,
      'There were many wrong passwords for your sign-in today, from browsers that you have not used before. Those browsers have to wait longer now. Where you have signed in before, you sign in as usual.',
    ],
    notes: [
      'If you need another browser meanwhile, choose a new password with "Forgot password?" on the sign-in page.',
    ],
  };
}

/** To the former address. */
export function emailChangedLetter({ firstName }: Person, to: string, isDone: boolean): Letter {
  return {
    subject: isDone
      ? 'Your Sente email address was changed'
      : 'Your Sente email address will change',
    paragraphs: [
      `Hello ${firstName},`,
      isDone
        ? `You now sign in to Sente with ${to}. This address is no longer used.`
        : `Somebody who knows your password wants to sign in as you with ${to}. It takes effect when the new address is confirmed.`,
    ],
    notes: [unexpected],
  };
}
