import type { tillCalls } from '@sente/contract/till';
import type { tills } from '@sente/contract/tills';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PaymentsEngine } from '../payments/engine.ts';
import type { Sealer } from '../security/secrets.ts';
import { createTillScreenService, type TillScreenService } from './till-screen.service.ts';
import { createTillSessions, type TillSessions } from './till-sessions.ts';
import { createTillsService, type TillsService } from './tills.service.ts';

interface TillOptions {
  readonly database: Database;
  readonly engine: Pick<PaymentsEngine, 'acceptance'>;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
}

export function tillHandlers({ database, engine, sealer, mailer }: TillOptions) {
  const urlOf = (path: string): string => mailer.portalUrl(path);
  const { acceptance } = engine;
  return {
    tills: tillsRoutes(createTillsService({ database, sealer, urlOf })),
    till: deviceRoutes(
      createTillSessions(database, sealer),
      createTillScreenService({ database, acceptance, sealer }),
    ),
  };
}

function tillsRoutes(service: TillsService): Handlers<typeof tills> {
  return {
    list: async ({ actor, query }) => ({ data: await service.list(actor, query) }),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    shifts: ({ actor, params, query }) => service.shifts(actor, params.id, query),
    shift: async ({ actor, params }) => ({
      data: await service.shift(actor, params.id, params.shiftId),
    }),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body) }),
    update: async ({ actor, params, body }) => ({
      data: await service.update(actor, params.id, body),
    }),
    end: async ({ actor, params }) => ({ data: await service.end(actor, params.id) }),
    addDevice: async ({ actor, params, body }) => ({
      data: await service.addDevice(actor, params.id, body.name),
    }),
    unpair: async ({ actor, params }) => ({
      data: await service.unpair(actor, params.id, params.deviceId),
    }),
    unlock: async ({ actor, params }) => ({
      data: await service.unlock(actor, params.id, params.deviceId),
    }),
    addCashier: async ({ actor, params, body }) => ({
      data: await service.addCashier(actor, params.id, body.name),
    }),
    renewPin: async ({ actor, params }) => ({
      data: await service.renewPin(actor, params.id, params.cashierId),
    }),
    removeCashier: async ({ actor, params }) => ({
      data: await service.removeCashier(actor, params.id, params.cashierId),
    }),
    endShift: async ({ actor, params }) => ({
      data: await service.endShift(actor, params.id, params.shiftId),
    }),
  };
}

function deviceRoutes(
  sessions: TillSessions,
  screen: TillScreenService,
): Handlers<typeof tillCalls> {
  return {
    pair: async ({ body, origin }) => {
      const { state, cookie } = await sessions.pair(body.code, origin);
      return { data: state, cookie };
    },
    state: async ({ till }) => ({ data: till && (await sessions.state(till)) }),
    open: async ({ till, body }) => {
      const { state, cookie } = await sessions.open(till, body.pin);
      return { data: state, cookie };
    },
    feed: async ({ till, query }) => ({ data: await screen.feed(till, query) }),
    ask: async ({ till, body }) => ({ data: await screen.ask(till, body) }),
    request: async ({ till, params }) => ({ data: await screen.request(till, params.id) }),
    check: async ({ till, body }) => ({ data: await screen.check(till, body.reference) }),
    end: async ({ till }) => ({ data: await screen.end(till) }),
  };
}
