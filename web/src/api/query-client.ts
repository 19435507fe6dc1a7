import { QueryClient } from '@tanstack/react-query';
import { getSession, subscribe } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';

/** Long enough that moving between two screens does not refetch. */
const staleTimeMs = 10_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        // A lost connection may be temporary; any answer of the server is final.
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && error.kind === 'network',
        retryDelay: 500,
        // Pausing while offline would leave a skeleton on screen instead of the network error.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Data of one user must not be shown to the next one on the same machine. */
export function forgetOnUserChange(client: QueryClient): () => void {
  let userId = getSession()?.user.id;
  return subscribe(() => {
    const next = getSession()?.user.id;
    if (next === userId) return;
    userId = next;
    client.clear();
  });
}
