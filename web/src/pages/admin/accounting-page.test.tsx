import { accounting, type AccountingDay, type LedgerEntry } from '@sente/contract/accounting';
import { fileExports } from '@sente/contract/file-exports';
import { taxes, type TaxRate } from '@sente/contract/taxes';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { catchDownloads, firstFile } from '../../testing/downloads.ts';
import { expectToast } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { administrator } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

beforeEach(serveBooks);

const page = (address = '/reports/accounting', as = administrator) => renderPage(address, { as });

it('shows the trial balance of a day, which is in the address, and that it balances', async () => {
  await page('/reports/accounting?day=2026-11-16');
  const table = within(await screen.findByRole('table', { name: 'Trial balance' }));
  expect(table.getByRole('row', { name: /^Clearing MTN/ })).toHaveTextContent('100,000');
  expect(table.getByRole('row', { name: /^Companies' accounts/ })).toHaveTextContent('99,000');
  expect(screen.getByText('Debits equal credits')).toBeVisible();
  expect(calls(accounting.trialBalance)[0]?.query).toEqual({ day: '2026-11-16' });
});

it('leads from a row to the entries behind it', async () => {
  serve(fileExports.start, refused(409, 'There is nothing to export'));
  await page('/reports/accounting?day=2025-03-16');
  const table = within(await screen.findByRole('table', { name: 'Trial balance' }));
  // Nothing is a dash in every column.
  expect(table.getByRole('row', { name: /^Fees/ })).toHaveTextContent(
    /^Fees–None–None1,000–None1,000$/,
  );
  await user.click(table.getByRole('link', { name: 'Clearing MTN' }));
  expect(address()).toBe('/reports/accounting?day=2025-03-16&account=clearing.MTN');
  const chosen = screen.getByLabelText('Accounts');
  expect(chosen).toHaveDisplayValue('Clearing MTN');
  const entries = within(await screen.findByRole('table', { name: 'Entries' }));
  const [, first] = await entries.findAllByRole('row');
  expect(first).toHaveTextContent(/Clearing MTNGulu Builders.*Sale of vouchersINV-7.*5,000/);
  expect(calls(accounting.entries)[0]?.query).toEqual({
    startDate: '2025-03-16',
    endDate: '2025-03-16',
    kind: 'clearing',
    network: 'MTN',
  });
  await user.selectOptions(chosen, 'Fees');
  await user.click(table.getByRole('link', { name: 'Clearing MTN' }));
  expect(chosen).toHaveDisplayValue('Clearing MTN');
  await press('Export entries');
  await press('Export as CSV');
  await waitFor(() => expect(calls(fileExports.start)).toHaveLength(1));
  expect(calls(fileExports.start)[0]?.body).toMatchObject({
    filters: {
      startDate: '2025-03-16',
      endDate: '2025-03-16',
      kind: 'clearing',
      network: 'MTN',
    },
  });
});

it('names what the day closes with, and has no day to come', async () => {
  await page('/reports/accounting?day=2999-01-01');
  const table = within(await screen.findByRole('table', { name: 'Trial balance' }));
  expect(table.getByRole('columnheader', { name: 'Closing debit' })).toBeVisible();
  expect(table.getByRole('columnheader', { name: 'Closing credit' })).toBeVisible();
  expect(calls(accounting.trialBalance).map(({ query }) => query)).toEqual([{}]);
});

it('says so if debits and credits differ', async () => {
  serve(accounting.trialBalance, ok({ ...balance, credits: 99_999 }));
  await page();
  expect(await screen.findByText('Debits and credits differ')).toBeVisible();
});

it('asks a second person to close the next day', async () => {
  await page();
  await press('Close Nov 16, 2026');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/it cannot be opened again/)).toBeVisible();
  serve(accounting.closeDay, refused(409, 'The day is closed already'));
  await press('Ask for Approval');
  expect(await dialog.findByText('The day is closed already')).toBeVisible();
  const asked = { ...open, approvalId: hash.slice(0, 8) };
  serve(accounting.closeDay, ok(asked));
  serve(accounting.days, ok([asked, closed], { next: open.day, unsigned: null }));
  await press('Ask for Approval');
  await expectToast('A second person has to approve it');
  expect(calls(accounting.closeDay).at(-1)?.params).toEqual({ day: '2026-11-16' });
  const days = within(screen.getByRole('table', { name: 'Days' }));
  expect(days.getByRole('row', { name: /Nov 15, 2026/ })).toHaveTextContent(
    'Grace Nakato, approved by Peter Okello',
  );
  expect(days.getByRole('row', { name: /^Nov 16, 2026/ })).toHaveTextContent('Waits for approval');
  expect(screen.getByRole('link', { name: 'Look at the request for Nov 16, 2026' })).toBeVisible();
});

it('shows a closed day that is not signed, and signs it before another one is closed', async () => {
  const left = { ...closed, liabilities: null, companies: null, root: null, heads: null };
  serve(accounting.days, ok([open, left], { next: open.day, unsigned: left.day }));
  await page();
  const days = within(await screen.findByRole('table', { name: 'Days' }));
  expect(days.getByRole('row', { name: /Nov 15, 2026/ })).toHaveTextContent('Closed, not signed');
  expect(screen.getByText('Nov 15, 2026 is not signed')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
  await press('Sign Nov 15, 2026');
  serve(accounting.closeDay, ok(closed));
  await press('Sign Day');
  await expectToast('Day signed');
  expect(calls(accounting.closeDay).at(-1)?.params).toEqual({ day: '2026-11-15' });
});

it('offers nothing to whoever may not move money', async () => {
  await page(undefined, { ...administrator, permissions: ['staffRead'] });
  expect(await screen.findByRole('table', { name: 'Days' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
});

it('shows that a month opens with the closing of the month before', async () => {
  await page();
  const months = within(await screen.findByRole('table', { name: 'Months' }));
  // So far, with the taxes apart.
  expect(months.getByRole('row', { name: /November 2026/ })).toHaveTextContent(
    /Not closed.*700.*126.*50/,
  );
  expect(months.getByRole('row', { name: /October 2026/ })).toHaveTextContent(/1,500.*400/);
  expect(months.getByRole('columnheader', { name: 'Charges of networks' })).toBeVisible();
  expect(months.getAllByText(`${hash.slice(0, 12)}…`)).toHaveLength(2);
});

it('leaves out the months before there was anything, and saves the others', async () => {
  const none = { opening: null, closing: null, isClosed: false, fees: 0, vat: 0, levy: 0 };
  const month = (name: string, fees: number) => ({ ...none, month: name, fees, networkCharges: 0 });
  serve(accounting.months, ok([month('2026-11', 0), month('2026-10', 700), month('2026-09', 0)]));
  const files = catchDownloads();
  await page();
  const months = within(await screen.findByRole('table', { name: 'Months' }));
  expect(months.getAllByRole('row')).toHaveLength(3);
  const card = screen.getByRole('heading', { name: 'Months' }).closest('section');
  await user.click(within(card as HTMLElement).getByRole('button', { name: 'Export CSV' }));
  const text = await (await firstFile(files)).text();
  expect(text).toContain('"2026-10","no","","","700","0","0","0"');
  expect(text).not.toContain('2026-09');
});

it('saves the trial balance with its sums', async () => {
  const files = catchDownloads();
  await page('/reports/accounting?day=2026-11-16');
  await screen.findByText('Debits equal credits');
  const card = screen.getByRole('heading', { name: 'Trial balance' }).closest('section');
  await user.click(within(card as HTMLElement).getByRole('button', { name: 'Export CSV' }));
  const file = await firstFile(files);
  expect(file.name).toBe(`trial-balance-${balance.day}.csv`);
  const text = await file.text();
  expect(text).toContain('"Clearing MTN","-90000","10000","0","100000","0"');
  expect(text).toContain('"Sum","","","","100000","100000"');
});

it('exports the general ledger of some days by a job', async () => {
  serve(fileExports.start, refused(409, 'There is nothing to export'));
  await page();
  await press('Export entries');
  await press('Export as Excel');
  await waitFor(() => expect(calls(fileExports.start)).toHaveLength(1));
  expect(calls(fileExports.start)[0]?.body).toMatchObject({
    list: 'ledger-entries',
    format: 'xlsx',
    filters: { startDate: expect.stringMatching(/-01$/) },
  });
  expect(await screen.findByText('There is nothing to export')).toBeVisible();
});

it('shows the taxes, and asks for another rate from a day on', async () => {
  await page();
  const table = within(await screen.findByRole('table', { name: 'Taxes' }));
  expect(table.getByRole('row', { name: /VAT 18%/ })).toHaveTextContent(
    /Collections18% of the fee, included in the fee.*Current/,
  );
  await press('Set Tax');
  const dialog = within(await screen.findByRole('dialog'));
  await press('Ask for Approval');
  expect(await dialog.findByText('Name is required')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Tax'), 'Levy');
  await user.selectOptions(dialog.getByLabelText('On'), 'Payouts');
  await user.type(dialog.getByLabelText(/^Name/), 'Levy on withdrawals');
  await user.type(dialog.getByLabelText(/^Percent/), '5');
  expect(dialog.getByRole('status')).toHaveTextContent(
    'pays UGX 1,000, the tax is UGX 5,000, and the provider pays UGX 4,000 of it.',
  );
  await user.clear(dialog.getByLabelText(/^Percent/));
  await user.type(dialog.getByLabelText(/^Percent/), '0.5');
  expect(dialog.getByRole('status')).toHaveTextContent(/the provider pays the rest\.$/);
  await user.selectOptions(dialog.getByLabelText('Charged'), 'On top of the fee');
  expect(dialog.getByRole('status')).toHaveTextContent(
    'the company pays UGX 1,500, of which UGX 500 is tax and UGX 1,000 stays with the provider.',
  );
  serve(taxes.add, ok(null, { approvalId: aRate.id }));
  await press('Ask for Approval');
  await expectToast('The tax waits for a second person');
  expect(calls(taxes.add)[0]?.body).toEqual({
    tax: 'levy',
    direction: 'payout',
    name: 'Levy on withdrawals',
    percent: 0.5,
    isOnTop: true,
  });
});

const aRate: TaxRate = {
  id: '88888888-8888-7888-8888-888888888888',
  tax: 'vat',
  direction: 'collection',
  name: 'VAT 18%',
  percent: 18,
  isOnTop: false,
  effectiveFrom: '2026-07-01T00:00:00.000Z',
  endsAt: null,
  isCurrent: true,
  createdBy: 'Grace Nakato',
  createdAt: '2026-06-20T00:00:00.000Z',
};
const hash = 'ab'.repeat(32);
const open: AccountingDay = {
  day: '2026-11-16',
  isClosed: false,
  closedAt: null,
  closedBy: null,
  approvedBy: null,
  approvalId: null,
  liabilities: null,
  companies: null,
  root: null,
  heads: null,
};
const closed = {
  ...open,
  day: '2026-11-15',
  isClosed: true,
  closedAt: '2026-11-16T06:00:00.000Z',
  closedBy: 'Grace Nakato',
  approvedBy: 'Peter Okello',
  liabilities: 99_000,
  companies: 2,
  root: hash,
  heads: hash,
};
const row = { network: null, opening: 0, debits: 0, credits: 0 };
const balance = {
  day: '2026-11-16',
  isClosed: false,
  rows: [
    {
      ...row,
      kind: 'clearing',
      network: 'MTN',
      opening: -90_000,
      debits: 10_000,
      closing: -100_000,
    },
    { ...row, kind: 'customer', opening: 90_000, credits: 9_000, closing: 99_000 },
    { ...row, kind: 'fees', credits: 1_000, closing: 1_000 },
  ],
  debits: 100_000,
  credits: 100_000,
};
const end = { day: '2026-10-31', liabilities: 99_000, root: hash, heads: hash };

function serveBooks(): void {
  serve(taxes.list, ok([aRate]));
  serve(accounting.trialBalance, ok(balance));
  serve(accounting.entries, ok([entry], { nextAfter: null }));
  serve(accounting.days, ok([open, closed], { next: open.day, unsigned: null }));
  serve(
    accounting.months,
    ok([
      {
        month: '2026-11',
        opening: end,
        closing: null,
        isClosed: false,
        fees: 700,
        vat: 126,
        levy: 50,
        networkCharges: 0,
      },
      {
        month: '2026-10',
        opening: null,
        closing: end,
        isClosed: true,
        fees: 1_500,
        vat: 0,
        levy: 0,
        networkCharges: 400,
      },
    ]),
  );
}

const entry: LedgerEntry = {
  transactionId: '01900000-0000-7000-8000-0000000000aa',
  at: '2025-03-16T08:00:00.000Z',
  companyName: 'Gulu Builders',
  account: 'Clearing MTN',
  accountNumber: null,
  description: 'Sale of vouchers',
  reference: 'INV-7',
  debit: 5_000,
  credit: null,
  balanceAfter: -5_000,
};
