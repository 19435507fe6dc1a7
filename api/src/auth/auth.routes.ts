import type { auth } from '@sente/contract/auth';
import type { secondStep } from '@sente/contract/second-step';
import type { Handlers } from '../http/serve.ts';
import type { SecondStepService } from './second-step.service.ts';
import type { SignInService } from './sign-in.service.ts';

export function authRoutes(service: SignInService): Handlers<typeof auth> {
  return {
    login: async ({ body, origin }) => ({ data: await service.signIn(body, origin) }),
    logout: async ({ actor }) => {
      await service.signOut(actor);
      return { data: null };
    },
  };
}

export function secondStepRoutes(service: SecondStepService): Handlers<typeof secondStep> {
  return {
    answer: async ({ body, origin }) => ({ data: await service.answer(body, origin) }),
    askPasskey: async ({ origin }) => ({ data: await service.askPasskey(origin) }),
  };
}
