import type { factors } from '@sente/contract/factors';
import type { Handlers } from '../http/serve.ts';
import type { FactorsService } from './factors.service.ts';

export function factorsRoutes(service: FactorsService): Handlers<typeof factors> {
  return {
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    startApp: async ({ actor, body }) => ({ data: await service.startApp(actor, body) }),
    confirmApp: async ({ actor, body }) => ({ data: await service.confirmApp(actor, body.code) }),
    removeApp: async ({ actor, body }) => ({ data: await service.removeApp(actor, body) }),
    renewCodes: async ({ actor, body }) => ({
      data: { recoveryCodes: await service.renewCodes(actor, body) },
    }),
    forgetDevices: async ({ actor, params }) => ({
      data: { forgotten: await service.forgetDevices(actor, params.id) },
    }),
  };
}
