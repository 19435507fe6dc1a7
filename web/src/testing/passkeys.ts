import { vi } from 'vitest';

/* A browser with passkeys, for tests: jsdom has none. */

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What the server asks for a new one. */
export const creationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Sente' },
  user: { id: 'Z3JhY2U', name: 'grace', displayName: '' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
};

/** What the person does: uses the passkey, or closes the window. */
export type Deed = 'uses' | 'declines';

/** Returns what the page asked the browser for, and lets a test decide what the person does. */
export function providePasskeys() {
  const asked: unknown[] = [];
  let deed: Deed = 'uses';
  const answer = async (request: unknown, response: object) => {
    asked.push(request);
    if (deed === 'declines') throw new DOMException('The person declined', 'NotAllowedError');
    return {
      id: 'key-1',
      rawId: bytes('key-1'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytes('client'), ...response },
    };
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    clipboard: navigator.clipboard,
    credentials: {
      get: (request: unknown) =>
        answer(request, { authenticatorData: bytes('data'), signature: bytes('signed') }),
      create: (request: unknown) =>
        answer(request, { attestationObject: bytes('made'), getTransports: () => ['internal'] }),
    },
  });
  return {
    asked,
    person: (next: Deed) => {
      deed = next;
    },
  };
}
