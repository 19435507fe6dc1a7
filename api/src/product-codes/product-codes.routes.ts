import type { productCodes } from '@sente/contract/product-codes';
import type { Handlers } from '../http/serve.ts';
import type { ProductCodesService } from './product-codes.service.ts';

export function productCodesRoutes(service: ProductCodesService): Handlers<typeof productCodes> {
  return {
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
    upload: async ({ actor, body }) => {
      const uploaded = await service.upload(actor, body);
      const codes = uploaded === 1 ? 'product code' : 'product codes';
      return {
        data: { uploaded },
        message: `${uploaded.toLocaleString('en-US')} ${codes} uploaded`,
      };
    },
  };
}
