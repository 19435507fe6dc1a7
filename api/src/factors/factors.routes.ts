import type { factors } from '@sente/contract/factors';
import type { Handlers } from '../http/serve.ts';
import type { FactorResets } from './factor-reset.ts';
import type { FactorRules } from './factor-rules.ts';
import type { FactorsService } from './factors.service.ts';
import type { PasskeysService } from './passkeys.service.ts';

interface FactorsServices {
  readonly service: FactorsService;
  readonly passkeys: PasskeysService;
  readonly resets: FactorResets;
  readonly rules: FactorRules;
}

export function factorsRoutes({
  service,
  passkeys,
  resets,
  rules,
}: FactorsServices): Handlers<typeof factors> {
  return {
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    startApp: async ({ actor, body }) => ({ data: await service.startApp(actor, body) }),
    confirmApp: async ({ actor, body }) => ({ data: await service.confirmApp(actor, body.code) }),
    removeApp: async ({ actor, body }) => ({ data: await service.removeApp(actor, body) }),
    startPasskey: async ({ actor, body }) => ({ data: await passkeys.start(actor, body) }),
    addPasskey: async ({ actor, body }) => ({ data: await passkeys.add(actor, body) }),
    removePasskey: async ({ actor, params, body }) => ({
      data: await passkeys.remove(actor, params.passkeyId, body),
    }),
    renewCodes: async ({ actor, body }) => ({
      data: { recoveryCodes: await service.renewCodes(actor, body) },
    }),
    forgetDevices: async ({ actor, params }) => ({
      data: { forgotten: await service.forgetDevices(actor, params.id) },
    }),
    reset: async ({ actor, params, body }) => ({
      data: null,
      meta: { approvalId: await resets.reset(actor, params.id, body.reason) },
    }),
    getRule: async ({ params }) => ({ data: await rules.get(params.id) }),
    saveRule: async ({ actor, params, body }) => ({
      data: await rules.save(actor, params.id, body.isRequired),
    }),
  };
}
