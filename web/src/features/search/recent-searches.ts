import { getSession } from '../../session/session-store.ts';

/* Of this tab and this person only: a phone number typed on a shared computer is not kept there. */
const maxKept = 5;

function storageKey(): string {
  return `sente-searches-${getSession()?.user.id ?? ''}`;
}

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** The newest first, each once. */
export function rememberSearch(text: string): void {
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify([text, ...others].slice(0, maxKept)));
  } catch {
    // Without storage there are no recent searches.
  }
}
