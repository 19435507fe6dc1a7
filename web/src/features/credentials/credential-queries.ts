import { credentials, type Credential } from '@sente/contract/credentials';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { readList } from '../../api/read.ts';

/** What the server answers; the message tells of a secret that it could not open. */
export interface CompanyCredentialSets {
  readonly sets: readonly Credential[];
  readonly message: string | null;
}

export const credentialQueries = {
  /**
   * Every read shows secrets and is written to the company's history: asked for when the page is
   * opened, refreshed or changed, never on the side, and forgotten when it is left.
   */
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: ['credentials', companyId],
      queryFn: ({ signal }) => fetchCredentials(companyId, signal),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
};

async function fetchCredentials(
  companyId: string,
  signal: AbortSignal,
): Promise<CompanyCredentialSets> {
  const { data, message } = await call(credentials.list, {
    params: { id: companyId },
    signal,
    read: readList('Failed to load company API credentials'),
  });
  return { sets: data, message };
}

type Ref = Pick<Credential, 'recordId' | 'companyId'>;

export function useCreateCredentials(companyId: string) {
  return useChange(companyId, async () => {
    const { data, message } = await call(credentials.create, { body: { companyId } });
    return { sets: [data], message };
  });
}

export function useRegenerateCredentials(companyId: string) {
  return useChange(companyId, async ({ recordId }: Ref) => {
    const { data, message } = await call(credentials.regenerate, { body: { recordId, companyId } });
    return { sets: [data], message };
  });
}

export function useToggleCredentials(companyId: string) {
  return useChange(companyId, async ({ recordId, isActive }: Ref & { isActive: boolean }) => {
    const { data, message } = await call(credentials.toggle, {
      // What was seen: a second click, or somebody else's, does not flip it back.
      body: { recordId, companyId, expectedIsActive: isActive },
    });
    return { sets: [data], message };
  });
}

export function useDeleteCredentials(companyId: string) {
  return useChange(companyId, async ({ recordId }: Ref) => {
    await call(credentials.remove, { params: { recordId }, query: { companyId } });
    return { sets: [], message: null };
  });
}

/** What the change answered stands at once: if the reload fails, no old key is left to be copied. */
function useChange<Input>(
  companyId: string,
  change: (input: Input) => Promise<CompanyCredentialSets>,
) {
  const client = useQueryClient();
  const { queryKey } = credentialQueries.ofCompany(companyId);
  return useMutation({
    mutationFn: change,
    gcTime: 0,
    onSuccess: async (answer) => {
      client.setQueryData(queryKey, answer);
      await client.invalidateQueries({ queryKey });
    },
    // Somebody else was here: what the screen shows is no longer true.
    onError: (error) => {
      const isOutdated = error instanceof ApiError && [404, 409].includes(error.status);
      if (isOutdated) void client.invalidateQueries({ queryKey });
    },
  });
}
