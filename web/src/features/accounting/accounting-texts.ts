import type { TrialBalanceRow } from '@sente/contract/accounting';
import { placeNames, type StatementPlace } from '@sente/contract/network-statements';

const names: Record<string, string> = {
  customer: "Companies' accounts",
  clearing: 'Clearing',
  settlement: 'Settlement (bank)',
  fees: 'Fees',
  vat: 'VAT on fees',
  levy: 'Mobile-money levy',
  suspense: 'Suspense',
  receivable: 'Receivables from companies',
};

/** What the accounts of a kind stand for. */
export function accountsName({ kind, network }: Pick<TrialBalanceRow, 'kind' | 'network'>): string {
  const name = names[kind] ?? kind;
  return network ? `${name} ${placeNames[network as StatementPlace] ?? network}` : name;
}

/** Of a row in the address: clearing.MTN. */
export function accountsKey({ kind, network }: Pick<TrialBalanceRow, 'kind' | 'network'>): string {
  return network ? `${kind}.${network}` : kind;
}

/** What the export of the general ledger takes. */
export function accountsFilter(key: string): { kind?: string; network?: string } {
  const [kind, network] = key.split('.');
  return kind ? { kind, ...(network && { network }) } : {};
}

/** 2026-01 as January 2026. */
export function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
