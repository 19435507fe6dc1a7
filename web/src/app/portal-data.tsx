import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient, forgetOnUserChange } from '../api/query-client.ts';

const queryClient = createQueryClient();
forgetOnUserChange(queryClient);

/** Loaded with the portals' frame: the public pages fetch nothing and need not carry it (9 kB). */
export function PortalData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
