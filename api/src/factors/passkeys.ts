import type { PasskeyAnswer } from '@sente/contract/passkey-answer';
import type { NewPasskey } from '@sente/contract/passkeys';
import type { PasskeyRow } from './passkeys.queries.ts';

/** Who asks a passkey: it answers this site only. */
export interface Site {
  /** The domain. */
  readonly id: string;
  isOrigin(origin: string): boolean;
  readonly origin: string;
}

/** A passkey is bound to a domain name; on this machine that is localhost, with any port. */
export function siteOf(portalUrl: string): Site {
  const { hostname, origin } = new URL(portalUrl);
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'].includes(hostname);
  return {
    id: isThisMachine ? 'localhost' : hostname,
    origin,
    isOrigin: (text) =>
      isThisMachine ? /^https?:\/\/localhost(:\d+)?$/.test(text) : text === origin,
  };
}

/** Loaded when somebody uses a passkey: the library takes a quarter of a second. */
const library = () => import('@simplewebauthn/server');

interface Person {
  readonly id: string;
  readonly email: string;
}

export async function registrationOptions(
  site: Site,
  { id, email }: Person,
  known: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Sente',
    rpID: site.id,
    userName: email,
    userID: new Uint8Array(Buffer.from(id)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Null if the answer is not that of a new passkey to this challenge. */
export async function verifyNew(site: Site, challenge: string, passkey: NewPasskey) {
  const origin = originIn(passkey.clientDataJSON);
  if (origin === null || !site.isOrigin(origin)) return null;
  const { verifyRegistrationResponse } = await library();
  const { id, clientDataJSON, attestationObject, transports } = passkey;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.id,
      requireUserVerification: false,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // The library throws at what does not fit.
    return null;
  }
}

/** `known`: those that may answer; none for a sign-in that begins with the passkey. */
export async function authenticationOptions(site: Site, known: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: [...transports],
    })),
    userVerification: known.length > 0 ? 'preferred' : 'required',
  });
}

interface Expected {
  readonly challenge: string;
  readonly passkey: PasskeyRow;
  /** By fingerprint or PIN: without a password, having the device is not enough. */
  readonly isVerified: boolean;
}

/** The counter of the passkey; null if it did not sign this challenge. */
export async function verifyAnswer(
  site: Site,
  { challenge, passkey, isVerified }: Expected,
  answer: PasskeyAnswer,
): Promise<number | null> {
  const origin = originIn(answer.clientDataJSON);
  if (origin === null || !site.isOrigin(origin)) return null;
  const { verifyAuthenticationResponse } = await library();
  const { id, clientDataJSON, authenticatorData, signature } = answer;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
      requireUserVerification: isVerified,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** Where the browser says that it was; the library verifies that the passkey signed it. */
function originIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const { origin } = data as { origin?: unknown };
    return typeof origin === 'string' ? origin : null;
  } catch {
    return null;
  }
}
