import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '../api/query-client.ts';
import type { LayoutProps } from './route.tsx';

const queryClient = createQueryClient();

/** Nothing of the portal around it: no person is signed in. */
export default function TillLayout({ children }: LayoutProps) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
