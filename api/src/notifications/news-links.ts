import { dayMs } from '@sente/contract/kampala';
import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { NewsData } from './notify.ts';

interface Linked {
  readonly kind: NotificationKindName;
  readonly company_id: string | null;
  readonly subject_id: string | null;
  readonly data: NewsData;
}

function lastDayOfWeek(from: string): string {
  return new Date(Date.parse(`${from}T00:00Z`) + 6 * dayMs).toISOString().slice(0, 10);
}

/** The page of the portal that shows the very matter to this reader; null if there is none. */
export function linkOf(news: Linked, isStaff: boolean): string | null {
  return isStaff ? staffLink(news) : companyLink(news);
}

function staffLink({ kind, company_id: companyId, subject_id: id, data }: Linked): string | null {
  switch (kind) {
    case 'approval-waits':
    case 'request-decided':
      return id ? `/approvals/${id}` : '/approvals';
    case 'payouts-stopped':
      return id ? `/brake/${id}` : '/brake';
    case 'watcher-trouble':
      return '/brake';
    case 'payment-review':
      return '/approvals?tab=payments';
    case 'new-enquiry':
      return '/enquiries';
    case 'new-sign-in':
      return '/settings?tab=security';
    case 'protection':
      if (data.roleId) return `/roles/${data.roleId}`;
      return id ? `/users/${id}` : '/settings?tab=platform';
    case 'float-unexplained':
      return '/reconciliation';
    case 'network-trouble':
      return '/admin#networks';
    case 'ledger-failed':
    case 'mail-trouble':
      return '/admin#needs-a-person';
    case 'webhook-failing':
      return companyId ? `/companies/${companyId}/api-credentials` : '/companies';
    default:
      return '/admin';
  }
}

function companyLink({ kind, subject_id: id, data }: Linked): string | null {
  switch (kind) {
    case 'payout-waits':
    case 'request-decided':
      if (data.approvalKind === 'bank-account') return '/client/settlements';
      return id ? `/client/approvals/${id}` : '/client/approvals';
    case 'payment-received':
    case 'payout-failed':
    case 'payment-checked':
      return data.transactionId
        ? `/client/transactions/${data.transactionId}`
        : '/client/transactions';
    case 'payouts-stopped':
      return '/client';
    case 'weekly-summary':
      return data.from
        ? `/client/transactions?range=custom&from=${data.from}&to=${lastDayOfWeek(data.from)}`
        : '/client/transactions?range=7';
    case 'low-stock':
      return id ? `/client/internet-products/${id}` : '/client/internet-products';
    case 'new-sign-in':
      return '/client/settings?tab=security';
    case 'protection':
      if (data.roleId) return '/client/users';
      if (data.outcome?.startsWith('bank-account')) return '/client/settlements';
      if (data.outcome?.startsWith('api-key')) return '/client/developers';
      if (data.outcome === 'till-locked') return '/client/tills';
      if (data.outcome === 'link-stopped') return '/client/payment-links';
      if (data.outcome?.startsWith('webhook')) return '/client/developers/webhooks';
      return id ? `/client/users/${id}` : '/client/settings?tab=company';
    case 'bulk-payout-finished':
      return id ? `/client/bulk-payouts/${id}` : '/client/bulk-payouts';
    case 'settlement-ended':
      return '/client/settlements';
    // The page of each payment says when the server was called, and what it answered.
    case 'webhook-failing':
      return '/client/apitransactions';
    default:
      return null;
  }
}
