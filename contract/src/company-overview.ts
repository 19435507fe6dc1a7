import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, day, id } from './fields.ts';
import { money } from './money.ts';
import { switchedOff, webhookFailure } from './webhooks.ts';

/** Maximum number of accounts and of people in the reply. */
export const maxOverviewRows = 5;
/** Events are counted up to this number. */
export const maxCountedEvents = 1_000;
/** The newest events, from which the health of a webhook is told. */
export const recentEvents = 100;

/** What staff look at first on the page of a company. */
export const companyOverview = z.object({
  /** The sum of its accounts, and the part that is held for pending payouts. */
  balance: money,
  held: money,
  /** What it owes the provider for advances. */
  owed: money,
  accounts: z.object({
    count: z.number(),
    activeCount: z.number(),
    frozenCount: z.number(),
    /** The largest balances first. */
    largest: z.array(
      z.object({
        id,
        accountName: z.string(),
        accountNumber: z.string(),
        balance: money,
        isActive: z.boolean(),
        isFrozen: z.boolean(),
      }),
    ),
  }),
  users: z.object({
    count: z.number(),
    activeCount: z.number(),
    /** Invited, and has not come yet. */
    pendingCount: z.number(),
    /** The last to sign in first. */
    latest: z.array(
      z.object({ id, name: z.string(), email: z.string(), lastLoginAt: z.nullable(dateTime) }),
    ),
  }),
  /** Null without staffKeys. */
  credentials: z.nullable(
    z.object({
      isSet: z.boolean(),
      isActive: z.boolean(),
      /** Time of the last signed call; null if there was none. */
      lastUsedAt: z.nullable(dateTime),
    }),
  ),
  webhook: z.object({
    /** Null if none is set. */
    url: z.nullable(z.string()),
    isActive: z.boolean(),
    /** Null while one is on. */
    switchedOff: z.nullable(switchedOff),
    /** Null while nothing is known to be wrong. */
    failing: z.nullable(webhookFailure),
    /** Among the newest events. */
    recentCount: z.number(),
    recentDeliveredCount: z.number(),
    lastDeliveredAt: z.nullable(dateTime),
    /** Of all events, up to `maxCountedEvents`. */
    waitingCount: z.number(),
    gaveUpCount: z.number(),
  }),
  /** From 30 days ago until today: completed business, before fees, by the day of its creation. */
  trend: z.array(z.object({ date: day, credits: money, debits: money })),
  /** Over the same days. */
  volume: z.object({
    credits: money,
    debits: money,
    completedCount: z.number(),
    failedCount: z.number(),
  }),
});
export type CompanyOverview = z.infer<typeof companyOverview>;

export const readCompanyOverview = endpoint({
  method: 'GET',
  path: '/AdminDashboard/company/{companyId}',
  summary: 'Get what staff look at first on the page of a company',
  access: staff('staffRead'),
  params: companyIdParams,
  reply: companyOverview,
  notFound: 'Company not found',
  about: { type: 'companies', from: 'params.companyId' },
});
