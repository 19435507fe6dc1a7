import { atLocalTime, dayMs } from '@sente/contract/kampala';
import type { Notification } from '@sente/contract/notifications';
import {
  notificationKindNames,
  type NotificationKindName,
} from '@sente/contract/notification-kinds';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { openBrakeDesk, paymentOf, type BrakeDesk } from '../../test/brakes.ts';
import { until } from '../../test/until.ts';
import { factoryPassword } from '../../test/factories.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import {
  createMerchant,
  request,
  signedCall,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from '../../test/mobile-money.ts';
import { newsOf } from '../../test/news.ts';
import { createProduct } from '../../test/products.ts';
import { settleAll } from '../../test/settlements.ts';
import { withWatcher } from '../../test/watching.ts';
import {
  answering,
  createWebhook,
  letTimePass,
  runJobs,
  startReceiver,
  type Receiver,
} from '../../test/webhooks.ts';
import { createBulkRunner } from '../bulk-payouts/bulk-runner.ts';
import { databaseNow } from '../db/clock.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createLogger } from '../http/logger.ts';
import { checkLedger } from '../ledger/check.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';
import { createBreaker } from '../payments/networks/breaker.ts';
import { magicNumberOf, type BehaviourName } from '../payments/simulator/magic-numbers.ts';
import { lookForNews } from './look.ts';
import { mondayOf, tellWeekly } from './weekly.ts';

/* Each kind of the contract is really brought about, and told to exactly those who may see it. */

const companyRoles = {
  owner: 'client_admin',
  manager: 'client_manager',
  clerk: 'client_user',
  guest: 'Restricted',
} as const;
type Name =
  | keyof typeof companyRoles
  | 'stranger'
  | 'chief'
  | 'asker'
  | 'approver'
  | 'support'
  | 'newcomer';

let test: MobileMoney;
let desk: BrakeDesk;
let receiver: Receiver;
let mails: MailServer;
let smtp: Smtp;
let merchant: Merchant;
let staff: Pick<Record<Name, TestActor>, 'chief' | 'asker' | 'approver' | 'support' | 'newcomer'>;
let people: Record<Name, TestActor>;
const news = newsOf(() => test);

beforeAll(async () => {
  test = await startMobileMoney({ delayMs: 50, contactEmail: 'hello@provider.test' });
  desk = await openBrakeDesk(test);
  receiver = await startReceiver();
  mails = await startMailServer();
  smtp = createSmtp({ url: mails.url, from: 'Sente <no-reply@sente.example>' });
  const newcomer = await createStaff(test.owner, 'Support');
  // Of staff, and not given anything to do yet.
  await test.owner.rows('delete from user_roles where user_id = $1', [newcomer.userId]);
  staff = {
    chief: await createStaff(test.owner),
    asker: desk.asker,
    approver: desk.approver,
    support: await createStaff(test.owner, 'Support'),
    newcomer,
  };
  // What was before the first look is no news.
  await settle();
}, 60_000);

beforeEach(async () => {
  merchant = await createMerchant(test.owner, 1_000_000_00n);
  const { companyId } = merchant;
  const member = (role: string) => createMember(test.owner, { companyId, role });
  people = {
    owner: await member(companyRoles.owner),
    manager: await member(companyRoles.manager),
    clerk: await member(companyRoles.clerk),
    guest: await member(companyRoles.guest),
    stranger: await createMember(test.owner),
    ...staff,
  };
  // Not mailed unless a person wants it.
  for (const name of ['owner', 'manager', 'clerk'] as const) {
    await news.choose(people[name], 'payment-received', true, true);
  }
  mails.received.length = 0;
});

/** The job looks up to 30 seconds ago; whatever has happened is that old by now. */
async function settle(): Promise<void> {
  await lookForNews(test.database, databaseNow() + 30_020);
  for (let turn = 0; turn < 2; turn++) {
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
  }
}

async function finished(
  direction: 'collections' | 'payouts',
  behaviour: BehaviourName,
  status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  const id = await request(test, merchant, direction, magicNumberOf('MTN', behaviour));
  const isFinished = async () => (await paymentOf(test.owner, id))?.status === status;
  await until(`a payment that is ${status}`, isFinished);
}

async function askForPayout(): Promise<string> {
  const { companyId, accountId } = merchant;
  await test.owner.rows(
    `insert into payout_rules (company_id, at_once_up_to, colleague_up_to, ceiling)
     values ($1, 0, 5000000, 5000000)`,
    [companyId],
  );
  const path = `/Transaction/company/${companyId}/requests`;
  const answer = await test.call(people.owner, 'POST', path, {
    kind: 'send-money',
    accountId,
    amount: 5_000,
    phoneNumber: '0772000001',
    network: 'MTN',
    note: 'Rent',
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.apiTransactionId;
}

interface Cause {
  /** Brings it about as people, systems and time do. */
  readonly happens: () => Promise<unknown>;
  /** Everybody who is told, in the bell and by mail. */
  readonly told: readonly Name[];
}

const readers = ['owner', 'manager', 'clerk'] as const;
const provider = ['chief', 'asker', 'approver', 'support'] as const;

async function reviewed(direction: 'collections' | 'payouts'): Promise<void> {
  await request(test, merchant, direction, magicNumberOf('MTN', 'wrong amount'));
  await until('a payment to decide about', async () => {
    const sql = 'select from payment_reviews where company_id = $1';
    return (await test.owner.rows(sql, [merchant.companyId])).length > 0;
  });
}

/** A kind that is missing here does not compile. */
const causes: Record<NotificationKindName, Cause> = {
  'payment-received': {
    happens: () => finished('collections', 'approved', 'SUCCESS'),
    told: readers,
  },
  'payout-failed': {
    happens: () => finished('payouts', 'no wallet', 'FAILED'),
    told: readers,
  },
  'payment-checked': {
    happens: () => reviewed('payouts'),
    told: readers,
  },
  'payout-waits': {
    happens: askForPayout,
    told: ['manager'],
  },
  'request-decided': {
    happens: async () => {
      const id = await askForPayout();
      const { askedAt } = (await test.call(people.manager, 'GET', `/Approvals/${id}`)).body.data;
      const body = { askedAt, reason: 'Not agreed' };
      const answer = await test.call(people.manager, 'POST', `/Approvals/${id}/reject`, body);
      expect(answer.status, answer.text).toBe(200);
    },
    told: ['owner'],
  },
  'approval-waits': {
    happens: async () => {
      const proposal = await desk.propose(await desk.trip(merchant), { decision: 'release' });
      expect(proposal.status, proposal.text).toBe(200);
    },
    told: ['chief', 'approver'],
  },
  'bulk-payout-finished': {
    happens: async () => {
      const bulk = { name: 'Salaries', lines: [{ phoneNumber: '0772123457', amount: 1_000 }] };
      const answer = await signedCall(test.serverUrl, merchant, 'POST', '/bulk-payouts', {
        body: bulk,
      });
      expect(answer.status).toBe(202);
      const { database, engine } = test;
      const runner = createBulkRunner({ database, engine, logger: createLogger('silent') });
      await until('a bulk payout that has finished', async () => {
        await test.owner.rows(
          'update bulk_payouts set next_step_at = now() where next_step_at is not null',
        );
        await runner.drain();
        const rows = await test.owner.rows(
          "select from bulk_payouts where company_id = $1 and state = 'finished'",
          [merchant.companyId],
        );
        return rows.length === 1;
      });
    },
    told: ['owner', 'manager'],
  },
  'settlement-ended': {
    happens: async () => {
      const { companyId, accountId } = merchant;
      await settleAll(test, { companyId, accountId, owner: people.owner, ...staff });
    },
    told: readers,
  },
  'payouts-stopped': {
    happens: () => desk.trip(merchant),
    told: ['owner', 'manager', ...provider],
  },
  'low-stock': {
    happens: async () => {
      const { companyId } = merchant;
      const { id, code } = await createProduct(test.owner, companyId, { codes: 2 });
      const answer = await test.call(people.manager, 'PUT', `/v1/InternetProducts/${id}`, {
        productCode: code,
        productName: 'Day pass',
        amount: 1_000,
        lowStockAt: 2,
        companyId,
      });
      expect(answer.status, answer.text).toBe(200);
    },
    told: ['owner', 'manager'],
  },
  'webhook-failing': {
    happens: async () => {
      const { companyId } = merchant;
      await createWebhook(test.owner, companyId, `${receiver.origin}/hook`);
      receiver.answers.push(answering(500));
      await finished('collections', 'approved', 'SUCCESS');
      await runJobs(test, { smtp });
      // And so it went for an hour.
      receiver.answers.push(...Array.from({ length: 20 }, () => answering(500)));
      await test.owner.rows(
        "update webhook_deliveries set created_at = created_at - interval '61 minutes' where company_id = $1",
        [companyId],
      );
      onTestFinished(() => void (receiver.answers.length = 0));
    },
    told: ['owner', 'chief', 'support'],
  },
  'payment-review': {
    happens: () => reviewed('collections'),
    told: provider,
  },
  'network-trouble': {
    happens: async () => {
      // Of the network that no other test here uses.
      const breaker = createBreaker(test.database, { openForMs: 600_000, writeEveryMs: 0 });
      const call = { network: 'AIRTEL', operation: 'payout', kind: 'send' } as const;
      for (const companyId of [uuidV7(), uuidV7(), uuidV7()]) {
        for (let n = 0; n < 7; n++) await breaker.always({ ...call, companyId }).note(false);
      }
      onTestFinished(async () => {
        await test.owner.rows('truncate network_calls, network_circuits');
      });
    },
    told: provider,
  },
  'ledger-failed': {
    happens: async () => {
      const add = (amount: number) =>
        test.owner.rows(
          "update accounts set balance = balance + $2 where company_id = $1 and kind = 'settlement'",
          [merchant.companyId, amount],
        );
      onTestFinished(async () => {
        await add(-1);
        expect((await checkLedger(test.database)).violations).toEqual([]);
      });
      await add(1);
      await checkLedger(test.database);
    },
    told: provider,
  },
  'float-unexplained': {
    happens: async () => {
      const header = 'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance';
      const line = (day: number, balance: number) =>
        `float-${day},0${day}/03/2025 10:00,,FRI:256772123456/MSISDN,,FRI:1/MM,,500,${balance}`;
      const csv = [header, line(4, 500), line(5, 9_000), ''].join('\n');
      const path = '/NetworkStatements?network=MTN&wallet=both&name=float.csv';
      expect((await test.sendCsv(people.chief, 'POST', path, csv)).status).toBe(200);
      await runJobs(test, { smtp });
    },
    told: provider,
  },
  'watcher-trouble': {
    happens: async () => {
      await withWatcher(test.url, (watcher) => watcher.look());
      onTestFinished(async () => {
        await test.owner.rows('delete from watcher_pulse');
      });
      await test.owner.rows(
        "update watcher_pulse set last_looked_at = last_looked_at - interval '2 minutes'",
      );
    },
    told: provider,
  },
  'mail-trouble': {
    happens: async () => {
      mails.refusals.push(550, 550);
      for (const username of ['wrong1', 'wrong2']) {
        const names = { firstName: 'Amina', lastName: 'Nansubuga', username };
        const person = { ...names, email: `${username}@example.test` };
        const body = { ...person, companyId: merchant.companyId };
        expect((await test.call(people.owner, 'POST', '/User', body)).status).toBe(200);
      }
      await runJobs(test, { smtp });
    },
    told: provider,
  },
  'new-enquiry': {
    happens: async () => {
      const body = { name: 'Grace', email: 'grace@shop.test', message: 'An account, please.' };
      expect((await test.call(null, 'POST', '/Enquiries', body)).status).toBe(200);
    },
    told: provider,
  },
  'new-sign-in': {
    happens: async () => {
      const body = { email: await news.emailOf(people.clerk), password: factoryPassword };
      // The first browser of a person is nothing new.
      for (let browser = 0; browser < 2; browser++) {
        expect((await test.call(null, 'POST', '/Auth/login', body)).status).toBe(200);
      }
    },
    told: ['clerk'],
  },
  protection: {
    // Of the company; manager and clerk do not manage it.
    happens: async () => {
      const second = await createMember(test.owner, { companyId: merchant.companyId });
      const path = `/User/${people.manager.userId}/password-link`;
      const answer = await test.call(second, 'POST', path, {});
      expect(answer.status, answer.text).toBe(200);
    },
    told: ['owner'],
  },
  'weekly-summary': {
    happens: async () => {
      await finished('collections', 'approved', 'SUCCESS');
      const row = await test.owner.row<{ at: Date }>(
        'select finished_at as at from payments where company_id = $1',
        [merchant.companyId],
      );
      const monday = mondayOf((row?.at.getTime() ?? 0) + 7 * dayMs);
      onTestFinished(async () => {
        await test.owner.rows("update notification_states set at = now() where key = 'weekly'");
      });
      await test.database.within(platformScope, (db) =>
        tellWeekly(db, atLocalTime(`${monday}T08:00`)),
      );
    },
    told: readers,
  },
};

it.each(notificationKindNames)(
  '%s is told to those who may see it, and to nobody else',
  async (kind) => {
    const { happens, told } = causes[kind];
    const names = Object.keys(people) as Name[];
    const seen = new Set<string>();
    for (const name of names) for (const { id } of await news.list(people[name])) seen.add(id);
    await happens();
    await settle();
    const fresh = new Map<Name, Notification>();
    for (const name of names) {
      const mine = (await news.list(people[name])).filter(
        (each) => each.kind === kind && !seen.has(each.id),
      );
      expect(mine.length, name).toBeLessThanOrEqual(1);
      for (const entry of mine) fresh.set(name, entry);
    }
    const titles = new Set([...fresh.values()].map(({ title }) => title));
    const isAbout = ({ subject, text }: (typeof mails.received)[number]) =>
      [...titles].some((title) => `${subject}\n${text}`.includes(title));
    const mailed: Name[] = [];
    for (const name of names) {
      const email = await news.emailOf(people[name]);
      const mine = mails.received.filter(({ to }) => to?.[0]?.address === email).filter(isAbout);
      expect(mine.length, name).toBeLessThanOrEqual(1);
      if (mine.length === 1) mailed.push(name);
    }
    expect([...fresh.keys()].toSorted()).toEqual(told.toSorted());
    // A mail about mail would not arrive.
    expect(mailed.toSorted()).toEqual(kind === 'mail-trouble' ? [] : told.toSorted());
  },
  60_000,
);
