import {
  helpersOf,
  unexpected,
  unknownFactor,
  type Concerned,
  type Deed,
  type Person,
} from './access-letters.ts';
import type { Letter } from './letter.ts';

/* What people are told about their second factor. */

/** `factor`: "an authenticator app" or a passkey with its name. */
export function factorAddedLetter({ firstName }: Person, factor: string): Letter {
  return {
    subject: 'A second factor was added to your Sente sign-in',
    paragraphs: [
      `Hello ${firstName},`,
      `You sign in with your password and ${factor} from now on. Your other sessions were ended.`,
    ],
    notes: [
      'Keep your recovery codes where you find them without your phone.',
      unexpected,
      unknownFactor,
    ],
  };
}

export function factorRemovedLetter(
  { firstName }: Person,
  factor: string,
  isLast: boolean,
): Letter {
  return {
    subject: 'A second factor was removed from your Sente sign-in',
    paragraphs: [
      `Hello ${firstName},`,
      isLast
        ? `Sign-in does not ask for ${factor} any more: your password alone is enough. Your other sessions were ended.`
        : `Sign-in does not accept ${factor} any more. Your other sessions were ended.`,
    ],
    notes: [unexpected],
  };
}

export function recoveryCodeLetter({ firstName }: Person, left: number): Letter {
  const codes = left === 1 ? '1 recovery code is' : `${left} recovery codes are`;
  return {
    subject: 'A recovery code of your Sente sign-in was used',
    paragraphs: [
      `Hello ${firstName},`,
      `Somebody used one of your recovery codes instead of your second factor. ${codes} left. You can make new ones in Settings, under Security.`,
    ],
    notes: [unexpected],
  };
}

export function codesRenewedLetter({ firstName }: Person): Letter {
  return {
    subject: 'New recovery codes for your Sente sign-in',
    paragraphs: [
      `Hello ${firstName},`,
      'You made new recovery codes. The former ones do not work any more, and your other sessions were ended.',
    ],
    notes: [unexpected],
  };
}

/** Somebody else has removed it, or wants to. */
export function factorResetLetter(
  person: Concerned,
  { at, by, forgotUrl }: Deed,
  isDone: boolean,
): Letter {
  const helpers = helpersOf(person);
  return {
    subject: isDone
      ? 'Your second factor of Sente was removed'
      : 'Your second factor of Sente will be removed',
    paragraphs: [
      `Hello ${person.firstName},`,
      isDone
        ? `${by} removed your second factor on ${at}. Your password alone is enough to sign in now, and all your sessions were ended. Set up another one in Settings, under Security.`
        : `${by} asked on ${at} for the removal of your second factor. It takes place when a second person approves it.`,
    ],
    notes: [
      isDone
        ? `If you did not ask for this, open ${forgotUrl} and choose a new password with the link that we send to this address: whoever knows the present one can sign in with it. Then tell ${helpers} about it.`
        : `If you did not ask for this, tell ${helpers} at once.`,
    ],
  };
}

/** After several wrong codes: the code is asked for after the password, so whoever types it knows the password. */
export function passwordKnownLetter({ firstName }: Person): Letter {
  return {
    subject: 'Somebody knows your Sente password',
    paragraphs: [
      `Hello ${firstName},`,
      'Somebody typed your password and then several wrong codes of your second factor. They did not get in.',
    ],
    notes: [
      'If this was not you, choose a new password at once with "Forgot password?" on the sign-in page.',
    ],
  };
}
