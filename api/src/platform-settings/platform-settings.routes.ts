import type { platformSettings } from '@sente/contract/platform-settings';
import type { Handlers } from '../http/serve.ts';
import type { PlatformSettingsService } from './platform-settings.service.ts';

export function platformSettingsRoutes(
  service: PlatformSettingsService,
): Handlers<typeof platformSettings> {
  return {
    get: async ({ actor }) => ({ data: await service.get(actor) }),
    update: ({ actor, body }) => service.update(actor, body),
  };
}
