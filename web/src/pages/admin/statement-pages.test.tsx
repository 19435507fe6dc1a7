import { networkStatements, type StatementFile } from '@sente/contract/network-statements';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { held, ok, refused } from '../../testing/answers.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { pageMeta } from '../../testing/records.ts';
import { support } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { aStatementFile } from '../../testing/staff-records.ts';
import { FakeUpload } from '../../testing/upload.ts';
import { press, user } from '../../testing/user.ts';

const march = aStatementFile;
const failed: StatementFile = {
  ...march,
  id: '88888888-8888-7888-8888-888888888888',
  name: 'wrong.csv',
  network: 'AIRTEL',
  source: 'folder',
  importedBy: null,
  layout: null,
  state: 'failed',
  problem: 'The header is not known. Found: Datum, Betrag.',
};

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  FakeUpload.sent = [];
});

describe('the statements', () => {
  it('are listed with their counts, and filtered by the server', async () => {
    serve(networkStatements.list, ok([march, failed], pageMeta(2)));
    await renderPage('/reconciliation/statements');
    const row = await screen.findByRole('row', { name: /march\.csv/ });
    expect(row).toHaveTextContent(/MTN MoMo.*1,204 new3 known2 bad.*Grace Nakato.*Imported/);
    expect(screen.getByRole('row', { name: /wrong\.csv/ })).toHaveTextContent(
      /Airtel Money.*From the folder.*Failed/,
    );
    await user.selectOptions(screen.getByLabelText('Network or bank'), 'Airtel Money');
    const query = { network: 'AIRTEL', page: '1', pageSize: '20' };
    await waitFor(() => expect(calls(networkStatements.list).at(-1)?.query).toEqual(query));
    expect(address()).toBe('/reconciliation/statements?network=AIRTEL');
  });

  it('opened past their end show the last page, and the address names it', async () => {
    const meta = { totalCount: 21, totalPages: 2, page: 2, pageSize: 20 };
    serve(networkStatements.list, ok([march], meta));
    await renderPage('/reconciliation/statements?page=99&network=MTN');
    await waitFor(() => expect(address()).toBe('/reconciliation/statements?page=2&network=MTN'));
    expect(screen.getByText('Showing 21 to 21 of 21 statements')).toBeVisible();
  });

  it('say that there are none, that they load, and that they could not be loaded', async () => {
    const waiting = held();
    serve(networkStatements.list, waiting.answer);
    const loading = await renderPage('/reconciliation/statements');
    const button = await screen.findByRole('button', { name: 'Loading...' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    loading.unmount();
    serve(networkStatements.list, ok([], pageMeta(0)));
    const none = await renderPage('/reconciliation/statements');
    expect(await screen.findByText('No statements yet.')).toBeVisible();
    none.unmount();
    serve(networkStatements.list, refused(500, 'Out of order'));
    await renderPage('/reconciliation/statements');
    expect(await screen.findByText('Failed to load statements')).toBeVisible();
  });
});

describe('an upload', () => {
  const open = async () => {
    serve(networkStatements.list, ok([], pageMeta(0)));
    await renderPage('/reconciliation/statements');
    await press('Upload statement');
    return within(await screen.findByRole('dialog', { name: 'Upload a statement' }));
  };
  const file = new File(['Id,Date'], 'march.csv', { type: 'text/csv' });

  it('asks for a network and a file, shows the progress and the result', async () => {
    const dialog = await open();
    await press('Upload');
    expect(dialog.getByText('Please choose the network or the bank')).toBeVisible();
    expect(dialog.getByText('Please choose a CSV file')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText(/^Network/), 'MTN MoMo');
    // Everything of the other wallet would be called missing, so none is chosen already.
    await press('Upload');
    expect(dialog.getByText('Please choose the wallet of the file')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText(/^Wallet/), 'Collections only');
    await user.upload(dialog.getByLabelText(/^CSV File/), file);
    await press('Upload');
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    expect(FakeUpload.last.address).toBe(
      '/api/NetworkStatements?network=MTN&name=march.csv&wallet=collection',
    );
    expect(FakeUpload.last.headers['content-type']).toBe('text/csv');
    expect(FakeUpload.last.body).toBe(file);
    act(() => FakeUpload.last.progress(45, 100));
    expect(await dialog.findByText('45 % sent')).toBeVisible();
    const message = '1,204 new, 3 known, 2 bad lines';
    act(() => FakeUpload.last.answer({ success: true, data: march, message }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'See the bad lines' })).toHaveAttribute(
      'href',
      `/reconciliation/statements/${march.id}`,
    );
  });

  it('shows why a file is refused', async () => {
    const dialog = await open();
    await user.selectOptions(dialog.getByLabelText(/^Network/), 'Airtel Money');
    await user.upload(dialog.getByLabelText(/^CSV File/), file);
    await press('Upload');
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    const why = { success: false, message: 'The header is not known.' };
    act(() => FakeUpload.last.answer(why, 400));
    expect(await dialog.findByText('The header is not known.')).toBeVisible();
  });

  it('is not offered to staff who only read', async () => {
    serve(networkStatements.list, ok([march], pageMeta(1)));
    await renderPage('/reconciliation/statements', { as: support });
    await screen.findByRole('row', { name: /march\.csv/ });
    expect(screen.queryByRole('button', { name: 'Upload statement' })).toBeNull();
  });
});

describe('one statement', () => {
  it('has its figures and its bad lines', async () => {
    serve(networkStatements.get, ok(march));
    const bad = { lineNumber: 17, content: '1,x', problem: 'The amount "x" is no number' };
    serve(networkStatements.badLines, ok([bad], pageMeta(1)));
    await renderPage(`/reconciliation/statements/${march.id}?lines=bad`);
    expect(await screen.findByText('The amount "x" is no number')).toBeVisible();
    expect(screen.getByText('1,204')).toBeVisible();
    expect(screen.getByText(/985,000/)).toBeVisible();
    expect(screen.getByText('MTN portal table')).toBeVisible();
    const gap = 'Some lines could not be read: it does not count as complete.';
    expect(screen.getByText(gap)).toBeVisible();
  });

  it('says that its balances do not follow from its lines', async () => {
    serve(networkStatements.get, ok({ ...march, badLines: 0, isBalanced: false }));
    serve(networkStatements.lines, ok([], pageMeta(0)));
    await renderPage(`/reconciliation/statements/${march.id}`);
    expect(
      await screen.findByText(
        'Its lines do not lead from the opening to the closing balance: it does not count as complete.',
      ),
    ).toBeVisible();
  });

  it('lists its lines with what became of them, and those that are bad', async () => {
    serve(networkStatements.get, ok(march));
    const line = {
      lineNumber: 2,
      at: '2026-01-04T05:00:00.000Z',
      direction: 'in',
      amount: 25_000,
      fee: null,
      balanceAfter: 1_025_000,
      phoneNumber: '256772123456',
      reference: '30977',
      status: 'completed',
      text: 'Day pass',
      found: 'case',
      caseId: march.id,
    };
    serve(networkStatements.lines, ok([line], pageMeta(1)));
    serve(networkStatements.badLines, ok([], pageMeta(0)));
    await renderPage(`/reconciliation/statements/${march.id}`);
    const row = await screen.findByRole('row', { name: /30977/ });
    expect(row).toHaveTextContent(/Line 2.*25,000.*1,025,000.*Missing/);
    expect(within(row).getByRole('link', { name: 'Open the case' })).toBeVisible();
    expect(screen.getByText('Without the 3 that another statement told before.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Show'), 'Bad lines');
    expect(await screen.findByText('Every line could be read.')).toBeVisible();
  });

  it('of a bank has no wallet', async () => {
    serve(networkStatements.get, ok({ ...march, network: 'BANK', layout: null }));
    await renderPage(`/reconciliation/statements/${march.id}`);
    expect(await screen.findByText('Opening balance')).toBeVisible();
    expect(screen.queryByText('Wallet')).toBeNull();
  });

  it('is withdrawn by two people, and says why it cannot be', async () => {
    serve(networkStatements.get, ok({ ...march, layout: null }));
    await renderPage(`/reconciliation/statements/${march.id}`);
    await press('Withdraw');
    await user.type(await screen.findByLabelText(/^Reason/), 'It is of Airtel');
    const why = 'It cannot be withdrawn: case 12 was settled because of it.';
    serve(networkStatements.withdraw, refused(409, why));
    await press('Ask for Approval');
    expect(await screen.findByText(why)).toBeVisible();
    const withdrawal = {
      approvalId: failed.id,
      askedBy: 'Grace Nakato',
      reason: 'It is of Airtel',
      approvedBy: null,
      at: null,
    };
    serve(networkStatements.withdraw, ok({ ...march, withdrawal }));
    serve(networkStatements.get, ok({ ...march, layout: null, withdrawal }));
    await press('Ask for Approval');
    expect(await screen.findByText('Somebody asked to withdraw it')).toBeVisible();
    expect(calls(networkStatements.withdraw).at(-1)?.body).toEqual({ reason: 'It is of Airtel' });
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  it('says why it failed, and that there is none', async () => {
    serve(networkStatements.get, ok(failed));
    const shown = await renderPage(`/reconciliation/statements/${failed.id}`);
    expect(await screen.findByText(failed.problem ?? '')).toBeVisible();
    shown.unmount();
    serve(networkStatements.get, refused(404, 'Statement not found'));
    await renderPage(`/reconciliation/statements/${failed.id}`);
    expect(await screen.findByText('Statement not found')).toBeVisible();
  });
});
