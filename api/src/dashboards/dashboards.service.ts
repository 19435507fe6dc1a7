import type { AdminStatistics } from '@sente/contract/admin-statistics';
import type { Attention } from '@sente/contract/attention';
import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import type { CompanyOverview } from '@sente/contract/company-overview';
import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import type { Report } from '@sente/contract/reports';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { adminStatistics, comparedDays, payoutDays } from './admin-statistics.ts';
import { readAttention } from './attention.ts';
import { countWaitingFor } from '../approvals/approvals-read.ts';
import { readAnalytics, type AnalyticsQuery } from './company-analytics.ts';
import { readOverview } from './company-overview.ts';
import { companyStatistics } from './company-statistics.ts';
import {
  companyDays,
  companyFigures,
  findCompanyFacts,
  listLowStock,
  newestOfCompany,
  payoutsByNetwork,
  platformCounts,
  platformDays,
  platformFigures,
  platformHours,
  topCompanies,
} from './dashboards.queries.ts';
import { currentPeriod, daysOfTrend, previousPeriod } from './periods.ts';
import { readReport, type ReportQuery } from './report.ts';
import { listNewest } from './system-transactions.queries.ts';
import {
  aboveAll,
  readPage,
  type SystemTransactionsPage,
  type SystemTransactionsQuery,
} from './system-transactions.ts';
import { visibilityOf } from './visibility.ts';

export interface DashboardsService {
  admin(actor: Actor): Promise<AdminStatistics>;
  transactions(actor: Actor, query: SystemTransactionsQuery): Promise<SystemTransactionsPage>;
  attention(actor: Actor): Promise<Attention>;
  report(actor: Actor, query: ReportQuery): Promise<Report>;
  overview(actor: Actor, companyId: string): Promise<CompanyOverview>;
  company(actor: Actor): Promise<CompanyStatistics>;
  analytics(actor: Actor, query: AnalyticsQuery): Promise<CompanyAnalytics>;
}

const newestOnAdmin = 50;
const newestOnCompany = 10;
const lowOnCompany = 5;

export function createDashboardsService(database: Database): DashboardsService {
  return {
    admin: (actor) =>
      database.within(actor.scope, async (db) => {
        const now = new Date(databaseNow());
        const today = kampalaDay(now.getTime());
        const [firstDay = today] = daysOfTrend(today);
        return adminStatistics({
          now,
          today,
          hours: await platformHours(db, comparedDays(today)),
          payouts: await payoutsByNetwork(db, payoutDays(today)),
          totals: await platformFigures(db),
          days: await platformDays(db, { from: firstDay, to: today }),
          counts: await platformCounts(db, startOfPeriod(today)),
          newest: await listNewest(db, { belowId: aboveAll, limit: newestOnAdmin }),
          topByCredits: await topCompanies(db, 'credit'),
          topByDebits: await topCompanies(db, 'debit'),
        });
      }),

    transactions: (actor, query) => database.within(actor.scope, (db) => readPage(db, query)),

    attention: (actor) =>
      database.within(actor.scope, (db) => readAttention(db, actor, new Date(databaseNow()))),

    report: (actor, query) => database.reading(actor.scope, (db) => readReport(db, query)),

    overview: (actor, companyId) =>
      database.within(actor.scope, (db) => readOverview(db, actor, companyId)),

    company: (actor) =>
      database.within(actor.scope, async (db) => {
        const now = new Date(databaseNow());
        const today = kampalaDay(now.getTime());
        const companyId = actor.companyId ?? '';
        const company = await findCompanyFacts(db, companyId, startOfPeriod(today));
        if (!company) throw notFound('Company not found');
        const visible = visibilityOf(actor);
        return companyStatistics({
          now,
          visible,
          company,
          totals: await companyFigures(db, companyId),
          days: await companyDays(db, companyId, { from: previousPeriod(today).from, to: today }),
          newest: await newestOfCompany(db, companyId, newestOnCompany),
          lowStock: visible.products ? await listLowStock(db, companyId, lowOnCompany) : null,
          approvalsForReader: await countWaitingFor(db, actor),
        });
      }),

    analytics: (actor, query) =>
      database.reading(actor.scope, (db) => readAnalytics(db, actor, query)),
  };
}

function startOfPeriod(today: string): Date {
  return new Date(startOfDay(currentPeriod(today).from));
}
