/** What the sign-in page is told by the page that leads to it; links cannot set it. */
export interface Arrival {
  readonly email: string;
  readonly message: string;
}

export function arrivalState(arrival: Arrival): { arrival: Arrival } {
  return { arrival };
}

/** What was typed at sign-in, for the page that asks where to send a link. */
export function typedEmailState(typedEmail: string): { typedEmail: string } {
  return { typedEmail };
}

export function typedEmailOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('typedEmail' in state)) return '';
  return typeof state.typedEmail === 'string' ? state.typedEmail : '';
}

export function arrivalOf(state: unknown): Arrival | null {
  if (typeof state !== 'object' || state === null || !('arrival' in state)) return null;
  const arrival = state.arrival as Partial<Arrival> | null;
  if (typeof arrival?.email !== 'string' || typeof arrival.message !== 'string') return null;
  return { email: arrival.email, message: arrival.message };
}
