import type { AdminStatistics, CompanyStatistics } from '@sente/contract/dashboards';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { kampalaDay, startOfDay } from '../http/kampala-days.ts';
import { adminStatistics } from './admin-statistics.ts';
import { companyStatistics } from './company-statistics.ts';
import {
  companyDays,
  companyFigures,
  findCompanyFacts,
  newestOfCompany,
  newestTransactions,
  platformCounts,
  platformDays,
  platformFigures,
  topCompanies,
} from './dashboards.queries.ts';
import { currentPeriod, daysOfTrend, previousPeriod } from './periods.ts';

export interface DashboardsService {
  admin(actor: Actor): Promise<AdminStatistics>;
  company(actor: Actor): Promise<CompanyStatistics>;
}

const newestOnAdmin = 50;
const newestOnCompany = 10;

export function createDashboardsService(database: Database): DashboardsService {
  return {
    admin: (actor) =>
      database.within(actor.scope, async (db) => {
        const today = kampalaDay(Date.now());
        const [firstDay = today] = daysOfTrend(today);
        return adminStatistics({
          today,
          totals: await platformFigures(db),
          days: await platformDays(db, firstDay),
          counts: await platformCounts(db, startOfPeriod(today)),
          newest: await newestTransactions(db, newestOnAdmin),
          topByCredits: await topCompanies(db, 'credit'),
          topByDebits: await topCompanies(db, 'debit'),
        });
      }),

    company: (actor) =>
      database.within(actor.scope, async (db) => {
        const now = new Date();
        const today = kampalaDay(now.getTime());
        const companyId = actor.companyId ?? '';
        const company = await findCompanyFacts(db, companyId, startOfPeriod(today));
        if (!company) throw notFound('Company not found');
        return companyStatistics({
          now,
          company,
          totals: await companyFigures(db, companyId),
          days: await companyDays(db, companyId, previousPeriod(today).from),
          newest: await newestOfCompany(db, companyId, newestOnCompany),
        });
      }),
  };
}

function startOfPeriod(today: string): Date {
  return new Date(startOfDay(currentPeriod(today).from));
}
