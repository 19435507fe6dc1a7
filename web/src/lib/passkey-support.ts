/** Without HTTPS there are none, except on this machine. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** If the server gives no reason: the person closed the browser's window, or took too long. */
export const passkeyNotUsed = 'The passkey was not used. Try again.';
