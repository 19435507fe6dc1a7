import type { productCodes } from '@sente/contract/product-codes';
import type { voucherBatches } from '@sente/contract/voucher-batches';
import type { Handlers } from '../http/serve.ts';
import type { ProductCodesService } from './product-codes.service.ts';
import type { VoucherBatchesService } from './voucher-batches.service.ts';

export function productCodesRoutes(service: ProductCodesService): Handlers<typeof productCodes> {
  return {
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params) }),
    reveal: async ({ actor, params }) => ({ data: await service.reveal(actor, params) }),
    withdraw: async ({ actor, params, body }) => ({
      data: await service.withdraw(actor, params, body),
      message: 'The code was withdrawn',
    }),
    move: async ({ actor, params, body }) => {
      const data = await service.move(actor, params, body);
      return { data, message: `The code is sold as ${data.product_type} now` };
    },
    upload: async ({ actor, body }) => {
      const data = await service.upload(actor, body);
      const skipped = data.skipped === 0 ? '' : `, ${lines(data.skipped)} left out`;
      return { data, message: `${codes(data.uploaded)} uploaded${skipped}` };
    },
  };
}

export function voucherBatchesRoutes(
  service: VoucherBatchesService,
): Handlers<typeof voucherBatches> {
  return {
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params) }),
    withdraw: async ({ actor, params, body }) => {
      const { batch, count } = await service.withdraw(actor, params, body);
      const later =
        batch.reserved === 0
          ? ''
          : `; ${batch.reserved.toLocaleString('en-US')} being paid for now follow if they are not sold`;
      return { data: batch, message: `${codes(count)} withdrawn${later}` };
    },
    move: async ({ actor, params, body }) => {
      const { batch, count } = await service.move(actor, params, body);
      return { data: batch, message: `${codes(count)} moved to ${batch.productType}` };
    },
  };
}

function codes(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'product code' : 'product codes'}`;
}

function lines(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;
}
