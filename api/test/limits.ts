import type { LimitBody } from '@sente/contract/limits';
import { expect } from 'vitest';
import type { ReadyOrder } from '../src/payments/orders/order.ts';
import type { TestAnswer } from './app.ts';
import { acceptHeld } from './held-orders.ts';
import { approvalActs, payoutActs, type PayingCompany } from './paying-company.ts';

/** Of payouts of a company, unless told otherwise. */
export const limit = (
  kind: LimitBody['kind'],
  most: number,
  more: Partial<LimitBody> = {},
): LimitBody => ({
  scope: 'company',
  direction: 'payout',
  kind,
  most,
  ...more,
});

/** What people do with the limits of a company, and its systems with payments. Amounts in UGX. */
export function limitActs(given: PayingCompany) {
  const { ask, payThroughApi: pay } = payoutActs(given);
  const { approveAsked } = approvalActs(given);
  return {
    ask,
    pay,
    save: (...limits: LimitBody[]) =>
      given.test.call(given.staff, 'PUT', `/Company/${given.companyId}/limits`, { limits }),
    /** As the second person. */
    allow: async (asked: TestAnswer): Promise<void> => {
      const answer = await approveAsked(given.second, asked);
      expect(answer.status, answer.text).toBe(200);
    },
    statusOf: async (amount: number, phoneNumber?: string): Promise<number> =>
      (await pay(amount, phoneNumber)).status,
    accept: (orders: readonly ReadyOrder[]) => acceptHeld(given.test.database, orders),
    /** Of the last payment. */
    end: (status: string) =>
      given.test.owner.rows(
        `update payments set status = $2, finished_at = now() where id in (
           select id from payments where company_id = $1 order by id desc limit 1)`,
        [given.companyId, status],
      ),
  };
}
