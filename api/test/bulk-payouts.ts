import type { PaymentReview } from '@sente/contract/payment-reviews';
import type { BulkLine, BulkPayout } from '@sente/contract/bulk-payouts';
import { expect } from 'vitest';
import { createBulkRunner } from '../src/bulk-payouts/bulk-runner.ts';
import { createLogger } from '../src/http/logger.ts';
import { afterFile } from './after-file.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import type { TestAnswer } from './app.ts';
import {
  createMerchant,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { until } from './until.ts';

/** A company at the simulated networks whose people pay many numbers together. */
export interface BulkDesk {
  readonly test: MobileMoney;
  readonly merchant: Merchant;
  readonly owner: TestActor;
  readonly manager: TestActor;
  readonly staff: TestActor;
  /** Uploads CSV text below the usual header, or with its own. */
  upload(lines: readonly string[], more?: object): Promise<TestAnswer>;
  /** Uploads, waits until it is checked, and returns its id. */
  checked(lines: readonly string[]): Promise<string>;
  get(id: string, as?: TestActor): Promise<BulkPayout>;
  /** In the order of the file. */
  lines(id: string, view?: string): Promise<BulkLine[]>;
  submit(id: string, body?: object, as?: TestActor): Promise<TestAnswer>;
  approve(id: string, as?: TestActor): Promise<TestAnswer>;
  /** Uploads, submits and approves it. */
  approved(lines: readonly string[]): Promise<string>;
  untilState(id: string, state: BulkPayout['state']): Promise<BulkPayout>;
  setRule(atOnceUpTo: number, colleagueUpTo: number): Promise<unknown>;
}

/** As when the network says something else than the books: by default that what had failed was paid after all. */
export function openReview(
  { owner }: Pick<MobileMoney, 'owner'>,
  companyId: string,
  paymentId: string,
  kind: PaymentReview['kind'] = 'late_success',
): Promise<unknown> {
  return owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind)
     values (gen_random_uuid(), $1, $2, $3)`,
    [companyId, paymentId, kind],
  );
}

const bulkHeader = 'phone,amount,name,network,reference';

/** Numbers that take the money: 0772 100 000 and following. */
export function receivers(count: number, amount = 1_000): string[] {
  return Array.from({ length: count }, (_, i) => `077${2_100_000 + i},${amount + i},,,Pay ${i}`);
}

/** Everything runs by itself; what takes seconds takes milliseconds here. */
export async function openBulkWorld(): Promise<MobileMoney> {
  const test = await startMobileMoney();
  const { database, engine } = test;
  const options = { pollMs: 20, restMs: 0, pauseMs: 30, leaseMs: 10_000 };
  const runner = createBulkRunner({ database, engine, logger: createLogger('silent') }, options);
  runner.start();
  afterFile(() => runner.stop());
  return test;
}

export async function openBulkDesk(test: MobileMoney, balance = 10_000_000_00n): Promise<BulkDesk> {
  const merchant = await createMerchant(test.owner, balance);
  const { companyId, accountId } = merchant;
  const owner = await createMember(test.owner, { companyId });
  const manager = await createMember(test.owner, { companyId, role: 'client_manager' });
  const staff = await createStaff(test.owner, 'Admin');
  const get: BulkDesk['get'] = async (id, as = owner) => {
    const answer = await test.call(as, 'GET', `/BulkPayouts/${id}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const upload: BulkDesk['upload'] = (lines, more = {}) =>
    test.call(owner, 'POST', '/BulkPayouts', {
      accountId,
      name: 'Salaries',
      file: [bulkHeader, ...lines].join('\n'),
      ...more,
    });
  const untilState: BulkDesk['untilState'] = async (id, state) => {
    await until(`a bulk payout that is ${state}`, async () => (await get(id)).state === state);
    return get(id);
  };
  const checked: BulkDesk['checked'] = async (lines) => {
    const answer = await upload(lines);
    expect(answer.status, answer.text).toBe(200);
    await untilState(answer.body.data.id, 'draft');
    return answer.body.data.id;
  };
  const submit: BulkDesk['submit'] = (id, body = {}, as = owner) =>
    test.call(as, 'POST', `/BulkPayouts/${id}/submit`, body);
  const approve: BulkDesk['approve'] = async (id, as = staff) => {
    const { askedAt } = (await test.call(staff, 'GET', `/Approvals/${id}`)).body.data;
    return test.call(as, 'POST', `/Approvals/${id}/approve`, { askedAt });
  };
  return {
    test,
    merchant,
    owner,
    manager,
    staff,
    upload,
    checked,
    get,
    submit,
    approve,
    untilState,
    lines: async (id, view = 'all') => {
      const path = `/BulkPayouts/${id}/lines?view=${view}&page=1&pageSize=100`;
      const lines: BulkLine[] = (await test.call(owner, 'GET', path)).body.data;
      return lines.toSorted((one, other) => one.number - other.number);
    },
    approved: async (lines) => {
      const id = await checked(lines);
      for (const answer of [await submit(id, { leaveOutFaulty: true }), await approve(id)]) {
        expect(answer.status, answer.text).toBe(200);
      }
      return id;
    },
    setRule: (atOnceUpTo, colleagueUpTo) =>
      test.owner.rows(
        `insert into payout_rules (company_id, at_once_up_to, colleague_up_to, ceiling)
         values ($1, $2, $3, $3)`,
        [companyId, atOnceUpTo * 100, colleagueUpTo * 100],
      ),
  };
}
