import { createContext, use } from 'react';

/** Shows one transaction in a panel over the page; the frame of the back-office has that panel. */
export const OpenTransaction = createContext<(id: string) => void>(() => {});

export function useOpenTransaction(): (id: string) => void {
  return use(OpenTransaction);
}
