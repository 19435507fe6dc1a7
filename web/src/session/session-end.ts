/** Why the session ended, passed from the page that was left to the sign-in page. */
export interface SessionEnd {
  message: string | null;
  keepPage: boolean;
}

export const endedText = 'Your session has ended. Please sign in again.';
/** Whatever ended it there: the person, the clock or somebody else. */
export const endedElsewhereText = 'You were signed out in another tab. Please sign in again.';

let sessionEnd: SessionEnd | null = null;

export function recordSessionEnd(next: SessionEnd): void {
  sessionEnd = next;
}

export function lastSessionEnd(): SessionEnd | null {
  return sessionEnd;
}

/** Called once the sign-in page is shown. */
export function forgetSessionEnd(): void {
  sessionEnd = null;
}
