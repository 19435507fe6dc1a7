import type { CompanyOverview } from '@sente/contract/company-overview';
import type { ProductFigures } from '@sente/contract/internet-products';
import type { StatusNow } from '@sente/contract/status';

/** The books were just checked, and both networks are up. */
export function aStatus(fields: Partial<StatusNow> = {}): StatusNow {
  const network = { isSimulated: false, status: 'up' as const, refuses: [] };
  return {
    readAt: new Date().toISOString(),
    isOld: false,
    version: '0.1.0',
    books: { isBalanced: true, checkedAt: new Date().toISOString(), entries: 1_204 },
    networks: [
      {
        ...network,
        network: 'MTN',
        displayName: 'MTN MoMo',
        wait: { medianSeconds: 12, slowSeconds: 65 },
      },
      { ...network, network: 'AIRTEL', displayName: 'Airtel Money', wait: null },
    ],
    payoutsStoppedSince: null,
    ...fields,
  };
}

/** Of a company that has done nothing yet. */
export function anOverview(fields: Partial<CompanyOverview> = {}): CompanyOverview {
  return {
    balance: 0,
    held: 0,
    owed: 0,
    accounts: { count: 0, activeCount: 0, frozenCount: 0, largest: [] },
    users: { count: 0, activeCount: 0, pendingCount: 0, latest: [] },
    credentials: { isSet: false, isActive: false, lastUsedAt: null },
    webhook: {
      url: null,
      isActive: false,
      switchedOff: null,
      failing: null,
      recentCount: 0,
      recentDeliveredCount: 0,
      lastDeliveredAt: null,
      waitingCount: 0,
      gaveUpCount: 0,
    },
    trend: [{ date: '2026-01-01', credits: 0, debits: 0 }],
    volume: { credits: 0, debits: 0, completedCount: 0, failedCount: 0 },
    ...fields,
  };
}

/** Of a product without codes, on a day without sales. */
export const noProductFigures: ProductFigures = {
  codes: { free: 0, reserved: 0, sold: 0, withdrawn: 0 },
  sales: [{ date: '2026-01-01', count: 0, amount: 0 }],
};
