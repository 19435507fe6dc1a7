import type { factors } from '@sente/contract/factors';
import type { passkeys } from '@sente/contract/passkeys';
import type { Handlers } from '../http/serve.ts';
import type { FactorResets } from './factor-reset.ts';
import type { FactorRules } from './factor-rules.ts';
import type { FactorsService } from './factors.service.ts';
import type { PasskeysService } from './passkeys.service.ts';

interface FactorsServices {
  readonly service: FactorsService;
  readonly resets: FactorResets;
  readonly rules: FactorRules;
}

export function factorsRoutes({
  service,
  resets,
  rules,
}: FactorsServices): Handlers<typeof factors> {
  return {
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    startApp: async ({ actor, body }) => ({ data: await service.startApp(actor, body) }),
    confirmApp: async ({ actor, body }) => ({ data: await service.confirmApp(actor, body.code) }),
    removeApp: async ({ actor, body }) => ({ data: await service.removeApp(actor, body) }),
    renewCodes: async ({ actor, body }) => ({ data: await service.renewCodes(actor, body) }),
    forgetDevices: async ({ actor, params }) => ({
      data: { forgotten: await service.forgetDevices(actor, params.id) },
    }),
    reset: async ({ actor, params, body }) => ({
      data: null,
      meta: { approvalId: await resets.reset(actor, params.id, body) },
    }),
    getRule: async ({ params }) => ({ data: await rules.get(params.id) }),
    saveRule: async ({ actor, params, body }) => ({
      data: await rules.save(actor, params.id, body),
    }),
  };
}

export function passkeysRoutes(service: PasskeysService): Handlers<typeof passkeys> {
  return {
    start: async ({ actor, body }) => ({ data: await service.start(actor, body) }),
    add: async ({ actor, body }) => ({ data: await service.add(actor, body) }),
    ask: async ({ actor }) => ({ data: await service.ask(actor) }),
    remove: async ({ actor, params, body }) => ({
      data: await service.remove(actor, params.passkeyId, body),
    }),
  };
}
