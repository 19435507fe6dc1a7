import { atLocalTime, dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createPayment,
  createTransaction,
  createUser,
} from '../../test/factories.ts';
import { newsOf } from '../../test/news.ts';
import { addCodes, createProduct } from '../../test/products.ts';
import { createWebhookEvent, runJobs } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';
import { lookForNews } from './look.ts';
import { mondayOf } from './weekly.ts';

let test: TestApp;
let owner: TestActor;
let companyId: string;
let staff: TestActor;
/**
 * Moves on only by `later`, so that nothing depends on how long a test takes. It begins in the middle of a
 * week, so that no Monday comes before the test of Mondays.
 */
let now = atLocalTime(`${mondayOf(Date.now())}T09:00`) + 2 * dayMs;
const news = newsOf(() => test);
const minute = 60_000;
const later = (ms: number) => (now += ms);
const look = async () => {
  await lookForNews(test.database, now);
  await runJobs(test);
};

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  owner = await createMember(test.owner);
  companyId = owner.companyId ?? '';
  staff = await createStaff(test.owner, 'Finance');
  // The networks, the ledger and the cursor as they are at the beginning.
  later(20 * minute);
  await look();
});

const pay = (count: number, fields: Parameters<typeof createPayment>[2] = {}) =>
  Promise.all(
    Array.from({ length: count }, () =>
      createPayment(test.owner, companyId, { status: 'SUCCESS', at: new Date(now), ...fields }),
    ),
  );

describe('payments', () => {
  it('that came in are told together, and once', async () => {
    await pay(40, { amount: 1_000_00n });
    later(minute);
    await look();
    await look();
    expect(await news.list(owner)).toMatchObject([
      { kind: 'payment-received', title: '40 payments received', text: 'UGX 40,000 in all.' },
    ]);
  });

  it('of the next ten minutes are told together after them', async () => {
    await pay(1, { amount: 700_00n, phoneNumber: '256772000009' });
    later(minute);
    await look();
    const [first] = await news.list(owner);
    expect(first).toMatchObject({
      title: 'Payment received',
      text: 'UGX 700 from +256 772 000009.',
    });
    for (let turn = 0; turn < 5; turn++) {
      await pay(2);
      later(minute);
      await look();
    }
    expect(await news.list(owner)).toHaveLength(1);
    later(10 * minute);
    await look();
    expect((await news.list(owner))[0]?.title).toBe('10 payments received');
  });

  it('are told to people who may see transactions, and to no other company', async () => {
    const restricted = await createUser(test.owner, { companyId });
    const other = await createMember(test.owner);
    await pay(1);
    later(minute);
    await look();
    const rows = await test.owner.rows<{ user_id: string }>(
      `select n.user_id from notifications n join notification_events e on e.id = n.event_id
       where e.kind = 'payment-received' and n.user_id = any($1)`,
      [[owner.userId, restricted, other.userId, staff.userId]],
    );
    expect(rows).toEqual([{ user_id: owner.userId }]);
  });

  it('to a phone that failed are told, unless a person decided about them', async () => {
    const failed = { direction: 'payout', status: 'FAILED', amount: 300_00n } as const;
    const [id] = await pay(1, { ...failed, reason: 'The number is not registered' });
    const [rejected] = await pay(1, { ...failed, requestedBy: owner.userId });
    await test.owner.rows(
      "update payments set reason_code = 'REJECTED', decision = 'rejected', decided_at = now() where id = $1",
      [rejected],
    );
    later(minute);
    await look();
    const { transaction_id } = (await test.owner.row<{ transaction_id: string }>(
      'select transaction_id from payments where id = $1',
      [id],
    )) ?? { transaction_id: '' };
    expect(await news.list(owner)).toMatchObject([
      {
        title: 'Payout failed',
        text: 'UGX 300 to +256 772 000000. The number is not registered',
        link: `/client/transactions/${transaction_id}`,
      },
    ]);
  });

  it('that the API ordered and that wait are told together', async () => {
    const waiting = { awaitsApproval: true, status: 'PENDING', origin: 'api' } as const;
    const ids = await pay(3, waiting);
    later(minute);
    await look();
    const told = async () =>
      (await news.list(staff)).filter(({ kind }) => kind === 'approval-waits');
    expect(await told()).toMatchObject([
      { title: '3 payouts wait for your approval', link: '/approvals' },
    ]);
    expect(ids).toHaveLength(3);
    later(11 * minute);
    const [one] = await pay(1, waiting);
    later(minute);
    await look();
    expect((await told())[0]).toMatchObject({ link: `/approvals/${one}` });
  });

  it('whose outcome no rule covers are told to staff', async () => {
    const [id] = await pay(1, { amount: 900_00n, status: 'FAILED' });
    await test.owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind, opened_at)
       values (gen_random_uuid(), $1, $2, 'late_success', $3)`,
      [companyId, id, new Date(now)],
    );
    later(minute);
    await look();
    expect(await news.list(staff)).toMatchObject([
      { title: 'A payment needs a decision', link: '/approvals?tab=payments' },
    ]);
    expect((await news.list(owner))[0]).toMatchObject({
      title: 'Payment being checked',
      text: expect.stringContaining('the network says that it was paid. Do not ask again'),
    });
  });

  it('that are checked are told apart by their direction and by what the books say of them', async () => {
    const checked = async (direction: 'collection' | 'payout', status: string, count = 1) => {
      for (const id of await pay(count, { direction, status, amount: 900_00n })) {
        await test.owner.rows(
          `insert into payment_reviews (id, company_id, payment_id, kind, opened_at)
           values (gen_random_uuid(), $1, $2, 'unanswered', $3)`,
          [companyId, id, new Date(now)],
        );
      }
    };
    await checked('payout', 'FAILED', 2);
    await checked('payout', 'PROCESSING');
    await checked('collection', 'PROCESSING', 2);
    await checked('collection', 'SUCCESS');
    later(minute);
    await look();
    const told = (await news.list(owner)).filter(({ kind }) => kind === 'payment-checked');
    const words = told.map(({ title, text }) => `${title}: ${text}`);
    expect(words.toSorted()).toEqual([
      '2 payments being checked: UGX 1,800 in all. What became of them is not certain. Do not ask again meanwhile.',
      '2 payouts being checked: UGX 1,800 in all. They failed, and the network says that they were paid. Do not send them again meanwhile.',
      'Payment being checked: UGX 900 from +256 772 000000. It is booked as paid, and the network says that it was not. The provider decides whether it stays booked.',
      'Payout being checked: UGX 900 to +256 772 000000. What became of it is not certain. Do not send it again meanwhile.',
    ]);
  });

  it('that were checked are told when people have decided', async () => {
    const decided = async (status: string, kind: string, direction = 'collection') => {
      const [id] = await pay(1, {
        direction: direction as 'collection' | 'payout',
        status,
        amount: 900_00n,
      });
      await test.owner.rows(
        `insert into payment_reviews (id, company_id, payment_id, kind, opened_at, closed_at, confirmed_by)
         values (gen_random_uuid(), $1, $2, $3, $4::timestamptz - interval '1 day', $4, $5)`,
        [companyId, id, kind, new Date(now), staff.userId],
      );
    };
    await decided('FAILED', 'late_success');
    await decided('FAILED', 'late_success', 'payout');
    await decided('SUCCESS', 'late_success');
    await decided('SUCCESS', 'contradicted');
    later(minute);
    await look();
    const all = await news.list(owner);
    // The one that was contradicted came in without a decision; of the others one notification is enough.
    expect(all.filter(({ kind }) => kind !== 'payment-checked')).toMatchObject([
      { title: 'Payment received' },
    ]);
    const told = all.filter(({ kind }) => kind === 'payment-checked');
    expect(told.map(({ title, text, tone }) => `${title}: ${text} (${tone})`).toSorted()).toEqual([
      'Payment checked: UGX 900 from +256 772 000000. It stays booked as paid. (plain)',
      'Payment checked: UGX 900 from +256 772 000000. It was not paid: you may ask again. (plain)',
      'Payment checked: UGX 900 from +256 772 000000. It was paid, and is on the account. (plain)',
      'Payout checked: UGX 900 to +256 772 000000. It was not paid out: you may send it again. (plain)',
    ]);
  });

  it('that the network let expire are told, although a person had asked for them', async () => {
    const [id] = await pay(1, {
      direction: 'payout',
      status: 'FAILED',
      amount: 300_00n,
      requestedBy: owner.userId,
      reason: 'The person did not approve in time',
    });
    await test.owner.rows("update payments set reason_code = 'EXPIRED' where id = $1", [id]);
    later(minute);
    await look();
    expect(await news.titles(owner)).toEqual(['Payout failed']);
  });

  it('after a long pause are all counted', async () => {
    await pay(2);
    later(90 * minute);
    await pay(3);
    later(minute);
    await look();
    expect(await news.titles(owner)).toEqual(['5 payments received']);
  });
});

describe('a product', () => {
  it('that runs low is told once, and again when it runs low again', async () => {
    const product = await createProduct(test.owner, companyId, { name: 'Day pass', codes: 3 });
    await test.owner.rows('update internet_products set low_stock_at = 2 where id = $1', [
      product.id,
    ]);
    await look();
    expect(await news.titles(owner)).toEqual([]);
    /** As sales count them. */
    const sell = (count: number) =>
      test.owner.rows(
        `insert into voucher_counts (company_id, batch_id, product_id, state, count)
         values ($1, gen_random_uuid(), $2, 'free', -$3::int)`,
        [companyId, product.id, count],
      );
    await sell(1);
    for (let turn = 0; turn < 2; turn++) {
      later(minute);
      await look();
    }
    expect(await news.list(owner)).toMatchObject([
      {
        title: 'Day pass runs low',
        text: '2 vouchers are left.',
        link: `/client/internet-products/${product.id}`,
      },
    ]);
    await addCodes(test.owner, companyId, product.id, ['new-1', 'new-2']);
    later(minute);
    await look();
    await sell(4);
    later(minute);
    await look();
    expect(await news.titles(owner)).toEqual(['Day pass is sold out', 'Day pass runs low']);
  });

  it('that ran low is told once more when its last voucher goes, and then after a refill', async () => {
    const product = await createProduct(test.owner, companyId, { name: 'Day pass', codes: 2 });
    await test.owner.rows('update internet_products set low_stock_at = 2 where id = $1', [
      product.id,
    ]);
    /** As sales and failed payments count them. */
    const move = async (from: string, to: string, count: number) => {
      await test.owner.rows(
        `insert into voucher_counts (company_id, batch_id, product_id, state, count)
         select $1, gen_random_uuid(), $2, s, n from (values ($3, -$5::int), ($4, $5::int)) v (s, n)`,
        [companyId, product.id, from, to, count],
      );
      later(minute);
      await look();
    };
    await move('free', 'used', 1);
    await move('free', 'reserved', 1);
    // Its payment fails, and somebody else takes it.
    await move('reserved', 'free', 1);
    await move('free', 'reserved', 1);
    await move('reserved', 'used', 1);
    expect(await news.titles(owner)).toEqual(['Day pass is sold out', 'Day pass runs low']);
    await addCodes(test.owner, companyId, product.id, ['refill-1']);
    await move('free', 'used', 1);
    expect(await news.titles(owner)).toEqual([
      'Day pass is sold out',
      'Day pass is sold out',
      'Day pass runs low',
    ]);
  });

  it('without a threshold, or that never had vouchers, is not told', async () => {
    await createProduct(test.owner, companyId, { codes: 1 });
    const empty = await createProduct(test.owner, companyId);
    await test.owner.rows('update internet_products set low_stock_at = 5 where id = $1', [
      empty.id,
    ]);
    later(minute);
    await look();
    expect(await news.titles(owner)).toEqual([]);
  });
});

it('a webhook that fails for an hour is told, and that it works again', async () => {
  const support = await createStaff(test.owner, 'Support');
  const id = await createWebhookEvent(test.owner, companyId);
  const change = (set: string) =>
    test.owner.rows(`update webhook_deliveries set ${set} where id = $1`, [id]);
  await change(`attempt_count = 3, created_at = to_timestamp(${now / 1000})`);
  await look();
  expect(await news.titles(owner)).toEqual([]);
  later(61 * minute);
  await look();
  expect(await news.list(owner)).toMatchObject([
    { title: 'Your webhook fails', link: '/client/apitransactions' },
  ]);
  expect(await news.titles(staff)).toEqual([]);
  expect(await news.list(support)).toMatchObject([
    {
      title: expect.stringMatching(/^The webhook of .+ fails$/),
      link: `/companies/${companyId}/api-credentials`,
    },
  ]);
  await change("state = 'delivered', delivered_at = now(), next_attempt_at = null");
  later(minute);
  await look();
  expect(await news.titles(owner)).toEqual(['Your webhook works again', 'Your webhook fails']);
});

it('a webhook whose event was given up fails until a newer one is delivered', async () => {
  const given = await createWebhookEvent(test.owner, companyId);
  await test.owner.rows(
    "update webhook_deliveries set state = 'gave_up', gave_up_at = $2, next_attempt_at = null where id = $1",
    [given, new Date(now)],
  );
  later(minute);
  await look();
  expect(await news.titles(owner)).toEqual(['Your webhook fails']);
  await test.owner.rows(
    `insert into webhook_deliveries (company_id, id, event_id, webhook_id, state, delivered_at)
     select company_id, $2, $2, webhook_id, 'delivered', $3 from webhook_deliveries where id = $1`,
    [given, uuidV7(), new Date(now + minute)],
  );
  later(minute);
  await look();
  expect(await news.titles(owner)).toEqual(['Your webhook works again', 'Your webhook fails']);
});

it('a webhook that is switched off ends its failing without a word, and can fail anew', async () => {
  const id = await createWebhookEvent(test.owner, companyId);
  await test.owner.rows(
    'update webhook_deliveries set attempt_count = 3, created_at = $2 where id = $1',
    [id, new Date(now)],
  );
  const switchTo = (isActive: boolean) =>
    test.owner.rows('update company_webhooks set is_active = $2 where company_id = $1', [
      companyId,
      isActive,
    ]);
  later(61 * minute);
  await look();
  expect(await news.titles(owner)).toEqual(['Your webhook fails']);
  await switchTo(false);
  for (let turn = 0; turn < 2; turn++) {
    later(minute);
    await look();
    expect(await news.titles(owner)).toEqual(['Your webhook fails']);
  }
  await switchTo(true);
  later(minute);
  await look();
  expect(await news.titles(owner)).toEqual(['Your webhook fails', 'Your webhook fails']);
});

it('one look that fails does not silence the others', async () => {
  onTestFinished(async () => {
    await test.owner.rows('alter table webhook_deliveries_away rename to webhook_deliveries');
    await test.owner.rows(
      'insert into ledger_checks (duration_ms, entries, violations) values (1, 1, $1)',
      ['[]'],
    );
    later(minute);
    await look();
  });
  await test.owner.rows('alter table webhook_deliveries rename to webhook_deliveries_away');
  await test.owner.rows(
    'insert into ledger_checks (duration_ms, entries, violations) values (1, 1, $1)',
    ['[{"invariant": "balances"}]'],
  );
  await pay(1);
  later(minute);
  await expect(lookForNews(test.database, now)).rejects.toThrow('webhook_deliveries');
  await runJobs(test);
  expect(await news.list(staff)).toMatchObject([
    { title: 'The ledger check failed', link: '/admin#needs-a-person' },
  ]);
  expect(await news.titles(owner)).toEqual(['Payment received']);
});

it('a network that is down is told to staff, and not as back between two probes', async () => {
  const openUntil = (at: number) =>
    test.owner.rows(
      `insert into network_circuits (network, operation, kind, company_id, opened_until)
       values ('MTN', 'payout', 'send', null, $1)
       on conflict (network, operation, kind, company_id) do update
       set opened_until = excluded.opened_until`,
      [new Date(at)],
    );
  await openUntil(now + minute);
  await look();
  expect(await news.list(staff)).toMatchObject([
    { title: 'MTN (payouts) does not answer', link: '/admin#networks' },
  ]);
  later(2 * minute);
  await look();
  expect(await news.titles(staff)).toHaveLength(1);
  later(5 * minute);
  await look();
  expect(await news.titles(staff)).toEqual([
    'MTN (payouts) answers again',
    'MTN (payouts) does not answer',
  ]);
  expect(await news.titles(owner)).toEqual([]);
});

it('a ledger check that fails is told to staff', async () => {
  const check = (violations: string) =>
    test.owner.rows(
      'insert into ledger_checks (duration_ms, entries, violations) values (1, 1, $1)',
      [violations],
    );
  await check('[{"invariant": "balances"}]');
  await look();
  expect(await news.titles(staff)).toEqual(['The ledger check failed']);
  await check('[]');
  later(minute);
  await look();
  expect(await news.titles(staff)).toHaveLength(2);
});

it('a watcher that stopped is told to staff; one that never ran is not', async () => {
  await look();
  expect(await news.titles(staff)).toEqual([]);
  // Else the next test is told that it works again.
  onTestFinished(async () => {
    await test.owner.rows('delete from watcher_pulse');
    later(minute);
    await look();
  });
  await test.owner.rows(
    `insert into watcher_pulse (watcher_id, last_looked_at, can_seal, seen, figures)
     values (gen_random_uuid(), $1, true, pg_current_snapshot(), '{}')`,
    [new Date(now - 2 * minute)],
  );
  await look();
  expect(await news.titles(staff)).toEqual(['Unusual payouts are not stopped automatically']);
  await test.owner.rows('update watcher_pulse set last_looked_at = $1', [new Date(now)]);
  await look();
  expect((await news.titles(staff))[0]).toBe('The watcher works again');
  await test.owner.rows('update watcher_pulse set can_seal = false');
  later(minute / 2);
  await look();
  expect((await news.titles(staff))[0]).toBe('Nobody can end a payout brake');
});

it('a product whose threshold was taken away and set again is told again', async () => {
  const product = await createProduct(test.owner, companyId, { name: 'Day pass', codes: 1 });
  for (const threshold of [2, null, 2]) {
    await test.owner.rows('update internet_products set low_stock_at = $2 where id = $1', [
      product.id,
      threshold,
    ]);
    later(minute);
    await look();
  }
  expect(await news.titles(owner)).toEqual(['Day pass runs low', 'Day pass runs low']);
});

describe('the weekly summary', () => {
  it('comes on Monday at 08:00 in Kampala, once, with the figures of the week before', async () => {
    const account = await createAccount(test.owner, companyId);
    const monday = mondayOf(now + 7 * dayMs);
    const during = new Date(atLocalTime(`${monday}T00:00`) - dayMs);
    await createTransaction(test.owner, companyId, account, { amount: 5_000_00n, at: during });
    await createTransaction(test.owner, companyId, account, { amount: -2_000_00n, at: during });
    now = atLocalTime(`${monday}T07:59`);
    await look();
    const weekly = async () =>
      (await news.list(owner)).filter(({ kind }) => kind === 'weekly-summary');
    expect(await weekly()).toEqual([]);
    now = atLocalTime(`${monday}T08:00`);
    await look();
    later(minute);
    await look();
    const from = mondayOf(now - 7 * dayMs);
    expect(await weekly()).toMatchObject([
      {
        title: `Your week from ${new Date(from).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
        text: 'Received: 1 transaction, UGX 5,000. Sent: 1 transaction, UGX 2,000.',
        link: `/client/transactions?range=custom&from=${from}&to=${kampalaDay(during.getTime())}`,
      },
    ]);
    later(7 * dayMs);
    await look();
    // Without business there is nothing to tell.
    expect(await weekly()).toHaveLength(1);
  });

  it.each([
    ['2026-03-02T00:00', '2026-03-02'],
    ['2026-03-08T23:59', '2026-03-02'],
    ['2026-03-09T00:00', '2026-03-09'],
  ])('the week of %s began on %s', (time, monday) => {
    expect(mondayOf(atLocalTime(time))).toBe(monday);
  });
});
