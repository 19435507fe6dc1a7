import type { auth } from '@sente/contract/auth';
import type { Handlers } from '../http/serve.ts';
import type { SecondStepService } from './second-step.service.ts';
import type { SignInService } from './sign-in.service.ts';

export function authRoutes(
  service: SignInService,
  secondStep: SecondStepService,
): Handlers<typeof auth> {
  return {
    login: async ({ body, origin }) => ({ data: await service.signIn(body, origin) }),
    factor: async ({ body, origin }) => ({ data: await secondStep.answer(body, origin) }),
    passkey: async ({ origin }) => ({ data: await secondStep.askPasskey(origin) }),
    logout: async ({ actor }) => {
      await service.signOut(actor);
      return { data: null };
    },
  };
}
