import type { transactions } from '@sente/contract/transactions';
import type { Handlers } from '../http/serve.ts';
import type { ReceiptsService } from './receipts.service.ts';

type Own = Pick<Handlers<typeof transactions>, 'receipt' | 'receiptFile'>;

export function receiptsRoutes(service: ReceiptsService): Own {
  return {
    receipt: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    receiptFile: ({ actor, params }) => service.file(actor, params.id),
  };
}
