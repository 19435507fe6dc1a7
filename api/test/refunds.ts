import type { TransactionDetails } from '@sente/contract/transaction-details';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createPayment, createTransaction } from './factories.ts';
import type { PayingCompany } from './paying-company.ts';
import { callSigned } from './signed.ts';

/** What people and systems of a company do about refunds. */
export function refundActs(given: PayingCompany) {
  return {
    /** A collection of UGX 5,000 that is on the account. */
    paid: async (fields: Parameters<typeof createPayment>[2] = {}) => {
      const { companyId, accountId, test } = given;
      const transactionId = await createTransaction(test.owner, companyId, accountId, {
        amount: 5_000_00n,
      });
      const id = await createPayment(test.owner, companyId, {
        accountId,
        transactionId,
        amount: 5_000_00n,
        status: 'SUCCESS',
        phoneNumber: '256752000007',
        network: 'AIRTEL',
        reference: 'Order 7',
        ...fields,
      });
      return { id, transactionId, shortId: toShortId(id) };
    },
    /** Through the payments API. */
    refund: (shortId: string, body: object = {}, key = uuidV7(), as = given.credential) =>
      callSigned(given.test, as, {
        method: 'POST',
        path: '/v1/Payments/refunds',
        body: { ...body, transactionId: shortId },
        idempotencyKey: key,
      }),
    read: async (shortId: string) => {
      const path = `/v1/Payments/${shortId}`;
      return (await callSigned(given.test, given.credential, { method: 'GET', path })).body.data;
    },
    /** In the portal. */
    ask: (id: string, body: object, actor = given.owner) =>
      given.test.call(actor, 'POST', `/Transaction/${id}/refunds`, body),
    details: async (id: string): Promise<TransactionDetails> =>
      (await given.test.call(given.owner, 'GET', `/Transaction/${id}`)).body.data,
    refundCount: async (paymentId: string): Promise<number> =>
      (await given.test.owner.rows('select from refunds where payment_id = $1', [paymentId]))
        .length,
    /** As the network would. */
    succeed: (paymentId: string) =>
      given.test.owner.rows(
        `with ended as (delete from open_payments where payment_id = $1)
         update payments set status = 'SUCCESS', awaits_approval = false, finished_at = now()
         where id = $1`,
        [paymentId],
      ),
  };
}
