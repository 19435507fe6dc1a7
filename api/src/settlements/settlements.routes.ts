import type { bankAccounts } from '@sente/contract/bank-accounts';
import type { floatTransfers, settlementBatches } from '@sente/contract/settlement-batches';
import type { settlements } from '@sente/contract/settlements';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import type { Prove } from '../security/proof.ts';
import { createBankAccountsService } from './bank-accounts.service.ts';
import { createBatchesService } from './batches.service.ts';
import { createFloatTransfersService } from './float-transfers.ts';
import { createSettlementsService } from './settlements.service.ts';

export function settlementHandlers(database: Database, prove: Prove) {
  return {
    bankAccounts: bankAccountsRoutes(database, prove),
    settlements: settlementsRoutes(database),
    settlementBatches: batchesRoutes(database),
    floatTransfers: floatTransfersRoutes(database),
  };
}

function bankAccountsRoutes(database: Database, prove: Prove): Handlers<typeof bankAccounts> {
  const service = createBankAccountsService(database, prove);
  return {
    list: async ({ actor, params }) => ({ data: await service.list(actor, params.id) }),
    create: async ({ actor, params, body }) => ({
      data: await service.create(actor, params.id, body),
      message: 'The bank account waits for approval by the provider',
    }),
    retire: async ({ actor, params }) => {
      await service.retire(actor, params.id);
      return { data: null };
    },
  };
}

function settlementsRoutes(database: Database): Handlers<typeof settlements> {
  const service = createSettlementsService(database);
  return {
    list: ({ actor, query }) => service.list(actor, query),
    terms: async ({ actor, params }) => ({ data: await service.terms(actor, params.id) }),
    request: async ({ actor, params, body }) => ({
      data: await service.request(actor, params.id, body),
    }),
    saveSchedule: async ({ actor, params, body }) => ({
      data: await service.saveSchedule(actor, params.id, body),
    }),
    endSchedule: async ({ actor, params }) => ({
      data: await service.endSchedule(actor, params.id),
    }),
    cancel: async ({ actor, params }) => ({ data: await service.cancel(actor, params.id) }),
    pay: async ({ actor, params, body }) => ({
      data: await service.pay(actor, params.id, body.bankReference),
    }),
    giveBack: ({ actor, params, body }) => service.giveBack(actor, params.id, body.reason),
  };
}

function batchesRoutes(database: Database): Handlers<typeof settlementBatches> {
  const service = createBatchesService(database);
  return {
    list: ({ actor, query }) => service.list(actor, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body.settlements) }),
    file: async ({ actor, params }) => ({
      fileName: `settlements-${params.id.slice(-12)}.csv`,
      pieces: onePiece(await service.file(actor, params.id)),
    }),
    pay: async ({ actor, params, body }) => ({
      data: await service.pay(actor, params.id, body.bankReference),
    }),
  };
}

function floatTransfersRoutes(database: Database): Handlers<typeof floatTransfers> {
  const service = createFloatTransfersService(database);
  return { create: async ({ actor, body }) => ({ data: await service.create(actor, body) }) };
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}
