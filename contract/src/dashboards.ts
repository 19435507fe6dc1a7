import { readAdminStatistics } from './admin-statistics.ts';
import { readAttention } from './attention.ts';
import { readCompanyAnalytics } from './company-analytics.ts';
import { readCompanyOverview } from './company-overview.ts';
import { readCompanyStatistics } from './company-statistics.ts';
import { readReport } from './reports.ts';
import { listSystemTransactions } from './system-transactions.ts';

/** Aggregated figures for the screens of both portals. */
export const dashboards = {
  admin: readAdminStatistics,
  transactions: listSystemTransactions,
  attention: readAttention,
  report: readReport,
  overview: readCompanyOverview,
  company: readCompanyStatistics,
  analytics: readCompanyAnalytics,
};
