import { companies, type CompanyProfileBody } from '@sente/contract/companies';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';

/** Apart from the queries, because only forms need them. */
const changesOf = (id: string) => ({
  invalidates: [keys.companies.lists],
  refetches: [keys.companies.details(id)],
});

export function useUpdateProfile(id: string) {
  return useChange({
    send: (body: CompanyProfileBody) => call(companies.updateProfile, { params: { id }, body }),
    ...changesOf(id),
    edits: keys.companies.details(id),
  });
}

export function useUploadLogo(id: string) {
  return useChange({
    send: (logo: File) => call(companies.uploadLogo, { params: { id }, body: { logo } }),
    ...changesOf(id),
  });
}

export function useRemoveLogo(id: string) {
  return useChange({
    send: () => call(companies.removeLogo, { params: { id } }),
    ...changesOf(id),
  });
}
