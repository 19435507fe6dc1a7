import type { auth } from '@sente/contract/auth';
import type { Handlers } from '../http/serve.ts';
import type { OpenDemoService } from './open-demo.service.ts';
import type { SecondStepService } from './second-step.service.ts';
import type { SignInService } from './sign-in.service.ts';

interface AuthServices {
  readonly service: SignInService;
  readonly secondStep: SecondStepService;
  readonly demo: OpenDemoService;
}

export function authRoutes({ service, secondStep, demo }: AuthServices): Handlers<typeof auth> {
  return {
    login: async ({ body, origin }) => ({ data: await service.signIn(body, origin) }),
    factor: async ({ body, origin }) => ({ data: await secondStep.answer(body, origin) }),
    passkey: async ({ origin }) => ({ data: await secondStep.askPasskey(origin) }),
    openDemo: async ({ body, origin }) => ({ data: await demo.open(body.as, origin) }),
    logout: async ({ actor }) => {
      await service.signOut(actor);
      return { data: null };
    },
  };
}
