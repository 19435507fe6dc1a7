import { useSyncExternalStore } from 'react';
import { getSession, subscribe, type Session } from './session-store.ts';

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

/** The company of the signed-in user; null without one. */
export function useCompanyId(): string | null {
  return useSession()?.user.companyId ?? null;
}
