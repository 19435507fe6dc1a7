import { approvals } from '@sente/contract/approvals';
import { bankAccounts } from '@sente/contract/bank-accounts';
import { companies } from '@sente/contract/companies';
import { fileExports } from '@sente/contract/file-exports';
import { floatTransfers, settlementBatches } from '@sente/contract/settlement-batches';
import { settlements } from '@sente/contract/settlements';
import { taxes } from '@sente/contract/taxes';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { catchDownloads, firstFile } from '../../testing/downloads.ts';
import { expectToasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { ownCompanyId, support } from '../../testing/people.ts';
import { aCompany, pageMeta } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aBankAccount, aBatch, aSettlement, noSchedule } from '../../testing/settlements.ts';
import { press, put, user } from '../../testing/user.ts';

const meta = (count: number) => ({ ...pageMeta(count), totalAmount: 0 });
const second = aSettlement({
  id: '01900014-0000-7000-8000-000000000000',
  reference: 'ST-SECOND0001',
  amount: 50_000,
});
const { settlements: _lines, ...listed } = aBatch();
const batchPage = `/settlements/batches/${aBatch().id}`;

beforeEach(() => {
  serve(settlements.list, ok([aSettlement(), second], meta(2)));
});

describe('requested settlements', () => {
  it('become a batch that a second person has to approve', async () => {
    serve(settlementBatches.create, ok({ ...listed, state: 'waiting' }));
    serve(settlementBatches.list, ok([{ ...listed, state: 'waiting' }], pageMeta(1)));
    await renderPage('/settlements');
    await screen.findByRole('row', { name: /ST-SECOND0001/ });
    expect(screen.getByRole('button', { name: 'Make Batch' })).toBeDisabled();
    expect(screen.getAllByRole('columnheader')[0]).toHaveTextContent('Select');
    await user.click(screen.getByLabelText('Select all'));
    expect(screen.getByText('Selected: 2 settlements, UGX 350,000 together')).toBeVisible();
    await user.click(screen.getByLabelText('Select ST-8K3M2Q9XWZ'));
    await press('Make Batch');
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Make a batch of 1 settlement?',
    });
    await press('Make Batch', dialog);
    await expectToasts('The batch waits for a second person');
    expect(calls(settlementBatches.create)[0]?.body).toEqual({ settlements: [second.id] });
    expect(await screen.findByText('Waits for a second person')).toBeVisible();
  });

  it('are only looked at without the permission', async () => {
    await renderPage('/settlements', { as: support });
    await screen.findByRole('row', { name: /ST-SECOND0001/ });
    for (const name of ['Make Batch', 'Move Float']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByLabelText('Select all')).toBeNull();
  });
});

it('batches are listed, and lead to their page', async () => {
  serve(settlementBatches.list, ok([listed], pageMeta(1)));
  await renderPage('/settlements?tab=batches');
  const row = await screen.findByRole('row', { name: /Finance Person/ });
  expect(row).toHaveTextContent(/1.*300,000.*1.*At the bank/);
  expect(within(row).getByRole('link')).toHaveAttribute('href', batchPage);
});

describe('a batch', () => {
  it('names who approved it, and is at the bank once its file was fetched', async () => {
    serve(settlementBatches.get, ok(aBatch({ fetchedAt: null, fetchedBy: null })));
    const waiting = await renderPage(batchPage);
    expect(await screen.findByText('File not fetched')).toBeVisible();
    expect(screen.getByText('Grace Nakato')).toBeVisible();
    expect(screen.getByText('No: nothing of it is at the bank')).toBeVisible();
    expect(screen.getByText('In a batch')).toBeVisible();
    waiting.unmount();
    const settlements = [aSettlement({ state: 'batched', isAtBank: true })];
    serve(settlementBatches.get, ok(aBatch({ settlements })));
    await renderPage(batchPage);
    expect(await screen.findAllByText('At the bank')).toHaveLength(2);
  });

  it('has its file, and is booked as paid with the reference of the bank', async () => {
    serve(settlementBatches.get, ok(aBatch()));
    serve(settlementBatches.file, { text: '"Reference"', type: 'text/csv' });
    const files = catchDownloads();
    await renderPage(batchPage);
    await press('File for the Bank');
    const again = await screen.findByRole('alertdialog', { name: 'Fetch the file again?' });
    expect(again).toHaveTextContent('A bank that gets it twice may pay twice.');
    await press('Fetch Again', again);
    expect(await (await firstFile(files)).text()).toBe('"Reference"');
    serve(settlementBatches.pay, ok(aBatch()));
    await press('All Paid');
    const dialog = await screen.findByRole('alertdialog', { name: 'Book 1 settlement as paid?' });
    await press('Book as Paid', dialog);
    expect(await within(dialog).findByText("The bank's reference is required")).toBeVisible();
    await put(within(dialog).getByLabelText(/^Bank's Reference/), ' FT26321 ');
    await press('Book as Paid', dialog);
    await expectToasts('1 settlement booked as paid');
    expect(calls(settlementBatches.pay)[0]?.body).toEqual({ bankReference: 'FT26321' });
  });

  it('single settlements are paid and returned', async () => {
    serve(settlementBatches.get, ok(aBatch()));
    serve(settlements.pay, ok(aSettlement({ state: 'paid' })));
    await renderPage(batchPage);
    await press('Mark Paid: ST-8K3M2Q9XWZ');
    await put(await screen.findByLabelText(/^Bank's Reference/), 'FT1');
    await press('Book as Paid');
    await expectToasts('1 settlement booked as paid');
    const paid = aSettlement({ state: 'paid', bankReference: 'FT1' });
    serve(settlementBatches.get, ok(aBatch({ settlements: [paid] })));
    serve(settlements.giveBack, ok(paid, { approvalId: aBatch().approvalId }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press('Mark Returned: ST-8K3M2Q9XWZ');
    await put(await screen.findByLabelText(/^Reason/), 'Account closed');
    await press('Ask for Approval');
    await expectToasts('The return waits for a second person');
    expect(calls(settlements.giveBack)[0]?.body).toEqual({ reason: 'Account closed' });
  });

  it('says that a return takes a second person, and where it waits', async () => {
    const atBank = aSettlement({ state: 'batched' });
    const returnApprovalId = '01900015-0000-7000-8000-000000000000';
    const waiting = { ...second, state: 'batched', returnApprovalId } as const;
    serve(settlementBatches.get, ok(aBatch({ settlements: [atBank, waiting] })));
    await renderPage(batchPage);
    const link = await screen.findByRole('link', { name: 'Return waits for approval' });
    expect(link).toHaveAttribute('href', `/approvals/${returnApprovalId}`);
    expect(screen.queryByRole('button', { name: 'Mark Returned: ST-SECOND0001' })).toBeNull();
    await press('Mark Returned: ST-8K3M2Q9XWZ');
    const dialog = await screen.findByRole('alertdialog', { name: 'Was ST-8K3M2Q9XWZ returned?' });
    expect(dialog).toHaveTextContent('a second person approves the return');
    await press('Cancel', dialog);
    // The one that waits is left out.
    await press('All Paid');
    await screen.findByRole('alertdialog', { name: 'Book 1 settlement as paid?' });
  });

  it('that waits offers nothing but its approval', async () => {
    serve(settlementBatches.get, ok(aBatch({ state: 'waiting', approvedAt: null })));
    const decides = { kind: 'settlement-batch', canApprove: true, canReject: true } as const;
    serve(approvals.get, ok(anApproval(decides)));
    await renderPage(batchPage);
    const link = await screen.findByRole('link', { name: 'Waits for a second person' });
    expect(link).toHaveAttribute('href', `/approvals/${aBatch().approvalId}`);
    expect(await screen.findByText('Waits for you')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Paid|File|Returned/ })).toBeNull();
  });

  it('that does not exist is not found', async () => {
    serve(settlementBatches.get, refused(404, 'Batch not found'));
    await renderPage(batchPage);
    expect(await screen.findByText('There is no batch with this ID.')).toBeVisible();
  });
});

it('the request of a batch shows to whom the bank pays what', async () => {
  const { id: batchId, approvalId } = aBatch();
  serve(settlementBatches.get, ok(aBatch({ state: 'waiting', approvedAt: null })));
  serve(approvals.get, ok(anApproval({ kind: 'settlement-batch', batchId })));
  await renderPage(`/approvals/${approvalId}`);
  const table = await screen.findByRole('table', { name: 'Settlements of the batch' });
  for (const text of ['Gulu Builders', 'Gulu Builders Ltd', '300,000', 'ST-8K3M2Q9XWZ']) {
    expect(table).toHaveTextContent(text);
  }
});

it('settlements of all companies are exported', async () => {
  serve(fileExports.start, refused(409, 'There is nothing to export'));
  serve(fileExports.list, ok([]));
  await renderPage('/settlements?tab=all');
  await press('Export 2 settlements');
  await press('Export as CSV');
  await waitFor(() => expect(calls(fileExports.start)).toHaveLength(1));
  expect(calls(fileExports.start)[0]?.body).toMatchObject({ list: 'settlements', filters: {} });
});

it('the advice of a batch is exported by whoever reads it', async () => {
  serve(fileExports.start, refused(409, 'There is nothing to export'));
  serve(fileExports.list, ok([]));
  serve(settlementBatches.get, ok(aBatch()));
  await renderPage(batchPage, { as: support });
  await user.click(await screen.findByRole('button', { name: /^Export \d+ settlement/ }));
  await press('Export as CSV');
  await waitFor(() => expect(calls(fileExports.start)).toHaveLength(1));
  expect(calls(fileExports.start)[0]?.body).toMatchObject({ filters: { batchId: aBatch().id } });
});

it('float is moved with a second person', async () => {
  serve(floatTransfers.create, refused(409, 'Waits already'));
  await renderPage('/settlements');
  await press('Move Float');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Float' }));
  await user.click(dialog.getByRole('button', { name: 'Ask for Approval' }));
  expect(dialog.getByText('Please select a network')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText(/^Network/), 'Airtel');
  await user.selectOptions(dialog.getByLabelText(/^Direction/), 'From the network to the bank');
  await put(dialog.getByLabelText(/^Amount/), '5,000,000');
  await put(dialog.getByLabelText(/^Bank's Reference/), 'FT9');
  await user.click(dialog.getByRole('button', { name: 'Ask for Approval' }));
  expect(await dialog.findByText('Waits already')).toBeVisible();
  expect(calls(floatTransfers.create)[0]?.body).toEqual({
    network: 'AIRTEL',
    direction: 'to-bank',
    amount: 5_000_000,
    bankReference: 'FT9',
  });
});

it('the settlements of one company have a page of their own', async () => {
  serve(settlements.terms, ok(noSchedule));
  serve(bankAccounts.list, ok([aBankAccount()]));
  serve(companies.get, ok(aCompany()));
  serve(taxes.list, ok([]));
  await renderPage(`/companies/${ownCompanyId}/settlements`);
  await screen.findByRole('row', { name: /ST-SECOND0001/ });
  expect(calls(settlements.list).at(-1)?.query).toMatchObject({ companyId: ownCompanyId });
  expect(await screen.findByRole('button', { name: 'Send to Bank' })).toBeVisible();
});
