/** Why the session ended, for the short way from the page that was left to the sign-in page. */
export interface Departure {
  message: string | null;
  keepPage: boolean;
}

let departure: Departure | null = null;

export function recordDeparture(next: Departure): void {
  departure = next;
}

export function lastDeparture(): Departure | null {
  return departure;
}

/** Called once the sign-in page stands. */
export function forgetDeparture(): void {
  departure = null;
}
