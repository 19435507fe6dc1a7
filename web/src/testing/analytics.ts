import type { CompanyAnalytics } from '@sente/contract/company-analytics';

export const companyAnalytics = {
  startDate: '2026-01-01',
  endDate: '2026-01-02',
  unit: 'day',
  points: [
    { date: '2026-01-01', credits: 1_500_000, debits: 0 },
    { date: '2026-01-02', credits: 0, debits: 250_000.5 },
  ],
  balances: [
    { date: '2026-01-01', balance: 1_500_045.5 },
    { date: '2026-01-02', balance: 1_250_045 },
  ],
  before: {
    startDate: '2025-12-30',
    endDate: '2025-12-31',
    credits: 1_000_000,
    debits: 500_001,
    succeeded: 1,
    failed: 1,
  },
  leftOut: 0,
  statuses: [
    { status: 'completed', transactions: 2, amount: 1_750_000.5 },
    { status: 'pending', transactions: 1, amount: 90 },
    { status: 'failed', transactions: 0, amount: 0 },
  ],
  networks: [
    { network: 'MTN', requests: 10, succeeded: 6, failed: 2, amount: 60_000 },
    { network: 'AIRTEL', requests: 1, succeeded: 0, failed: 0, amount: 0 },
  ],
  products: [
    {
      id: '01900000-0000-7000-8000-0000000000bb',
      name: 'Day pass',
      code: 'DAY-1',
      sales: 12,
      amount: 12_000,
    },
  ],
  accounts: [
    {
      id: '01900000-0000-7000-8000-0000000000aa',
      accountName: 'Main till',
      accountNumber: '1002003004',
      balance: 1_250_000,
    },
  ],
  otherAccounts: { count: 3, balance: 45 },
} satisfies CompanyAnalytics;
