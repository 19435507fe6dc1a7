import { accounts } from '@sente/contract/accounts';
import { apiTransactions } from '@sente/contract/api-transactions';
import { readCompanyStatistics } from '@sente/contract/company-statistics';
import { fees, type FeeSchedule } from '@sente/contract/fees';
import { taxes } from '@sente/contract/taxes';
import { networks } from '@sente/contract/networks';
import { paymentLinks } from '@sente/contract/payment-links';
import { payoutRules } from '@sente/contract/payout-rules';
import { recipients } from '@sente/contract/recipients';
import { transactions } from '@sente/contract/transactions';
import { users } from '@sente/contract/users';
import { screen, within } from '@testing-library/react';
import { QuickActions } from '../features/payments/quick-actions.tsx';
import { ok } from './answers.ts';
import { renderPart } from './page.tsx';
import { aPaymentLink } from './payment-links.ts';
import { owner, ownCompanyId, type Person } from './people.ts';
import { airtel, anAccount, aUser, companyStatistics, mtn } from './records.ts';
import { calls, serve } from './server.ts';
import { anApiTransaction, aPaymentTrace, aTransaction } from './transactions.ts';
import { aFee } from './staff-records.ts';
import { press, put, user } from './user.ts';

/* The quick actions of a company: its account, its fees, and the requested payments. */

export const requestId = '01900000-0000-7000-8000-000000000001';
export const otherId = '66666666-6666-4666-8666-666666666666';
export const account = anAccount({
  accountName: 'Main till',
  accountNumber: '100200300',
  balance: 90_000,
  held: 15_000,
});
export const accountId = account.id;
const transaction = aTransaction({
  type: 'debit',
  amount: 5000,
  status: 'pending',
  accountId,
  accountNumber: '100200300',
  fee: 75,
  apiTransactionId: requestId,
  phoneNumber: '256772123456',
  network: 'MTN',
});
const percentRule = (percent: number): FeeSchedule['rule'] => ({
  kind: 'percent',
  percent,
  minimum: null,
  maximum: null,
});

const byProvider = {
  approval: 'provider',
  colleagues: [],
  isWithoutColleague: false,
  isBraked: false,
};

/** The answer to a request. */
export const filed = (
  fields: object = {},
  approval: string | null = 'provider',
  isBraked = false,
) => ok({ ...transaction, ...fields }, { approval, isBraked });

export function servePayments(): void {
  serve(readCompanyStatistics, ok(companyStatistics));
  serve(accounts.ofCompany, ok([account, { ...account, id: otherId, isActive: false }]));
  serve(recipients.list, ok([]));
  serve(paymentLinks.list, ok([aPaymentLink({ isStanding: true })]));
  serve(users.get, ok(aUser()));
  serve(networks.list, ok([mtn, airtel]));
  serve(networks.holder, ok({ status: 'registered', name: 'Sarah Nakato' }));
  serve(
    fees.list,
    ok([
      aFee({ direction: 'payout', rule: percentRule(9), isCurrent: false }),
      aFee({ direction: 'payout', rule: percentRule(1.5) }),
      aFee({ rule: { kind: 'banded', bands: [{ upTo: null, fee: 100 }] } }),
    ]),
  );
  serve(taxes.list, ok([]));
  serve(transactions.request, filed());
  serve(payoutRules.expect, ok(byProvider));
  serve(apiTransactions.trace, ok(traceOf('SUCCESS', 'Paid: MTN MoMo has confirmed it.')));
}

const noVoucher = { productCode: null, voucherCode: null, voucherId: null };

export function traceOf(status: string, summary: string) {
  return {
    ...aPaymentTrace(),
    apiTransaction: anApiTransaction({
      record_id: requestId,
      status,
      transaction_amount: 5000,
      fee: 75,
      net: status === 'SUCCESS' ? 4925 : null,
    }),
    fee: 75,
    ...noVoucher,
    summary,
    steps: [],
    webhookState: null,
  };
}

/** The requests, oldest first. */
export const sent = () => calls(transactions.request).map(({ body }) => body);

/** Opens the dialog and waits for its form. */
export async function start(name: string, as: Person = owner) {
  const { client } = renderPart(<QuickActions companyId={ownCompanyId} />, { as, at: '/client' });
  await press(name);
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByLabelText(/Amount/);
  return { dialog, client };
}

/** Replaces the field's value. */
export async function type(label: RegExp, text: string): Promise<void> {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  if (field.value !== '') await user.clear(field);
  await put(field, text);
}

/** A payout is reviewed first, unless its form is refused. */
export async function submit(name: string): Promise<void> {
  const dialog = screen.getByRole('dialog');
  if (within(dialog).queryByRole('button', { name: 'Review' })) {
    await press('Review', dialog);
    if (!within(dialog).queryByRole('button', { name })) return;
  }
  await press(name, dialog);
}

export async function fillPayout(): Promise<void> {
  await type(/^Amount/, '5,000');
  await type(/Phone Number/, '0772 123 456');
  await type(/^Note/, 'For Rose');
}
