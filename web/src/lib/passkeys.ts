import type { PasskeyAnswer } from '@sente/contract/passkey-answer';
import type { NewPasskey, PasskeyChallenge } from '@sente/contract/passkeys';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Options = PasskeyChallenge['options'];
type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Wanted = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** The browser asks the person, who may decline. The options are the server's, as they are. */
export async function askPasskey(options: Options): Promise<PasskeyAnswer> {
  const { id, response } = await startAuthentication({ optionsJSON: options as unknown as Asked });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

export async function makePasskey(options: Options): Promise<NewPasskey> {
  const { id, response } = await startRegistration({ optionsJSON: options as unknown as Wanted });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}
