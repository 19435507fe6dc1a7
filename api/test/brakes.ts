import { expect } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { brakeSeal } from '../src/security/brake-seal.ts';
import { createSealer } from '../src/security/secrets.ts';
import { createStaff, type TestActor } from './actors.ts';
import { testCredentialKey, type TestAnswer } from './app.ts';
import { request, type Merchant, type MobileMoney } from './mobile-money.ts';
import { until } from './until.ts';

/** As the watcher does within a second. Nobody ends a brake before. */
export async function sealBrakes(owner: Db): Promise<void> {
  const sealer = createSealer(testCredentialKey);
  const rows = await owner.rows<{ id: string }>('select id from payout_brakes where seal is null');
  for (const { id } of rows) {
    await owner.rows('select brake_seal($1, $2, $3)', [id, brakeSeal(sealer, id), sealer.keyNames]);
  }
}

export const paymentOf = (owner: Db, id: string) =>
  owner.row<{ status: string; reason_code: string | null }>(
    'select status, reason_code from payments where id = $1',
    [id],
  );

const reason = 'The amounts look wrong';

export type BrakeDesk = Awaited<ReturnType<typeof openBrakeDesk>>;

/** Two people who may move money, and what they do about the payouts of a company. */
export async function openBrakeDesk(test: MobileMoney) {
  const asker = await createStaff(test.owner, 'Finance');
  const approver = await createStaff(test.owner, 'Finance');
  return {
    reason,
    asker,
    approver,

    /** Stops the payouts of the company and returns the brake, which is sealed. */
    async trip({ companyId }: Merchant): Promise<string> {
      const path = `/Company/${companyId}/payout-brake`;
      expect((await test.call(asker, 'POST', path, { reason })).status).toBe(200);
      await sealBrakes(test.owner);
      const row = await test.owner.row<{ id: string }>(
        'select id from payout_brakes where company_id = $1 and ended_at is null',
        [companyId],
      );
      return row?.id ?? '';
    },

    /** Pays out until so many are held, and returns them. */
    async hold(merchant: Merchant, count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) {
        ids.push(await request(test, merchant, 'payouts', '0772000001'));
      }
      await until('the holds', async () => {
        const held = await test.owner.rows(
          'select from braked_payments where payment_id = any($1) and outcome is null',
          [ids],
        );
        return held.length === count;
      });
      return ids;
    },

    propose: (brakeId: string, body: object, by: TestActor = asker): Promise<TestAnswer> =>
      test.call(by, 'POST', `/PayoutBrakes/${brakeId}/propose`, { reason, ...body }),

    async approve(proposal: TestAnswer, by: TestActor = approver): Promise<TestAnswer> {
      const { approvalId } = proposal.body.meta as { approvalId: string };
      const { askedAt } = (await test.call(by, 'GET', `/Approvals/${approvalId}`)).body.data;
      return test.call(by, 'POST', `/Approvals/${approvalId}/approve`, { askedAt });
    },

    read: async (brakeId: string) =>
      (await test.call(asker, 'GET', `/PayoutBrakes/${brakeId}`)).body.data,
  };
}
