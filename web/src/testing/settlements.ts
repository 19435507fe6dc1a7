import type { BankAccount } from '@sente/contract/bank-accounts';
import type { WholeBatch } from '@sente/contract/settlement-batches';
import type { Settlement } from '@sente/contract/settlement';
import type { SettlementTerms } from '@sente/contract/settlements';
import { ownCompanyId } from './people.ts';

/* Records of settlements as the server returns them. */

export function aBankAccount(fields: Partial<BankAccount> = {}): BankAccount {
  return {
    id: '01900010-0000-7000-8000-000000000000',
    bank: 'Stanbic Bank',
    branch: 'Garden City',
    accountName: 'Gulu Builders Ltd',
    accountNumber: '9030005512873',
    state: 'approved',
    addedAt: '2026-01-05T09:00:00.000Z',
    ...fields,
  };
}

export function aSettlement(fields: Partial<Settlement> = {}): Settlement {
  return {
    id: '01900011-0000-7000-8000-000000000000',
    reference: 'ST-8K3M2Q9XWZ',
    companyId: ownCompanyId,
    companyName: 'Gulu Builders',
    accountId: '55555555-5555-4555-8555-555555555555',
    accountName: 'Hub Takings',
    bank: 'Stanbic Bank',
    bankAccountName: 'Gulu Builders Ltd',
    bankAccountNumber: '•••• 2873',
    amount: 300_000,
    fee: 2_500,
    tax: 0,
    state: 'requested',
    isAtBank: false,
    heldUpBy: null,
    requestedAt: '2026-01-31T09:00:00.000Z',
    requestedBy: 'Grace Nakato',
    isScheduled: false,
    transactionId: '66666666-6666-4666-8666-666666666666',
    batchId: null,
    bankReference: null,
    paidAt: null,
    endedAt: null,
    reason: null,
    returnApprovalId: null,
    ...fields,
  };
}

export const noSchedule: SettlementTerms = {
  rule: { kind: 'banded', bands: [{ upTo: null, fee: 2_500 }] },
  schedule: null,
  isBraked: false,
};

export function aBatch(fields: Partial<WholeBatch> = {}): WholeBatch {
  const settlements = fields.settlements ?? [aSettlement({ state: 'batched' })];
  return {
    id: '01900012-0000-7000-8000-000000000000',
    state: 'approved',
    createdAt: '2026-01-31T10:00:00.000Z',
    createdBy: 'Finance Person',
    approvedAt: '2026-01-31T11:00:00.000Z',
    approvedBy: 'Grace Nakato',
    fetchedAt: '2026-01-31T12:00:00.000Z',
    fetchedBy: 'Finance Person',
    approvalId: '01900013-0000-7000-8000-000000000000',
    count: settlements.length,
    amount: settlements.reduce((sum, { amount }) => sum + amount, 0),
    openCount: settlements.filter(({ state }) => state === 'batched').length,
    paidCount: settlements.filter(({ state }) => state === 'paid').length,
    returnedCount: 0,
    heldUpBy: null,
    settlements,
    ...fields,
  };
}
