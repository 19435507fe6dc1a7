import { credentials, type Credential } from '@sente/contract/credentials';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';

/** The message says why a secret cannot be shown. */
export interface CompanyCredentialSets {
  readonly sets: readonly Credential[];
  readonly message: string | null;
}

const keyOf = (companyId: string) => key('credentials', companyId);

export const credentialQueries = {
  /** Not cached after leaving the page: the answer to a change holds the secret until the reload. */
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: keyOf(companyId),
      queryFn: ({ signal }) => fetchCredentials(companyId, signal),
      gcTime: 0,
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

type Ref = Pick<Credential, 'recordId'>;

/** The answer is shown at once: if the reload fails, no old key can be copied. */
const shows = (companyId: string) => {
  const queryKey = keyOf(companyId);
  return {
    stores: () => queryKey,
    invalidates: [queryKey],
    after: ['success', 'outdated'],
  } as const;
};

/** Each time is recorded in the company's history. */
export function useRevealSecret(companyId: string) {
  return useChange({
    invalidates: [keyOf(companyId)],
    after: ['outdated'],
    send: async ({ recordId }: Ref): Promise<string> => {
      const body = { recordId, companyId };
      const { data, message } = await withProof(
        (shown) => call(credentials.reveal, { body: { ...body, ...shown } }),
        'keys',
      );
      if (data.secretKey === null) {
        const text = message ?? 'The secret key cannot be shown';
        throw new ApiError({ kind: 'refused', status: 409, message: text, hasServerText: true });
      }
      return data.secretKey;
    },
  });
}

export function useCreateCredentials(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async () =>
      setOf(
        await withProof(
          (shown) => call(credentials.create, { body: { companyId, ...shown } }),
          'keys',
        ),
      ),
  });
}

export function useRegenerateCredentials(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async ({ recordId }: Ref) => {
      const body = { recordId, companyId };
      return setOf(
        await withProof(
          (shown) => call(credentials.regenerate, { body: { ...body, ...shown } }),
          'keys',
        ),
      );
    },
  });
}

export function useToggleCredentials(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async ({ recordId, isActive }: Ref & { isActive: boolean }) => {
      // The state on screen, so that a second click, or another user's, does not toggle it back.
      const body = { recordId, companyId, expectedIsActive: isActive };
      return setOf(
        await withProof(
          (shown) => call(credentials.toggle, { body: { ...body, ...shown } }),
          'keys',
        ),
      );
    },
  });
}

export function useDeleteCredentials(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async ({ recordId }: Ref): Promise<CompanyCredentialSets> => {
      await call(credentials.remove, { params: { recordId }, query: { companyId } });
      return { sets: [], message: null };
    },
  });
}

function setOf(answer: { data: Credential; message: string | null }): CompanyCredentialSets {
  return { sets: [answer.data], message: answer.message };
}
