import type { companies } from '@sente/contract/companies';
import type { Handlers } from '../http/serve.ts';
import type { CompanyProfileService } from './company-profile.service.ts';
import type { CompaniesService } from './companies.service.ts';

export function companiesRoutes(
  service: CompaniesService,
  profile: CompanyProfileService,
): Handlers<typeof companies> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body) }),
    update: async ({ actor, params, body }) => ({
      data: await service.update(actor, params.id, body),
    }),
    updateProfile: async ({ actor, params, body }) => ({
      data: await profile.update(actor, params.id, body),
    }),
    uploadLogo: async ({ actor, params, body }) => ({
      data: await profile.uploadLogo(actor, params.id, body.logo),
    }),
    removeLogo: async ({ actor, params }) => ({
      data: await profile.removeLogo(actor, params.id),
    }),
    suspend: async ({ actor, params, body }) => ({
      data: await service.suspend(actor, params.id, body.reason),
    }),
    resume: async ({ actor, params }) => ({ data: await service.resume(actor, params.id) }),
    remove: async ({ actor, params }) => {
      await service.archive(actor, params.id);
      return { data: null };
    },
  };
}
