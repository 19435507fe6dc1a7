import { companies } from '@sente/contract/companies';
import { readReport, type ReportGroup } from '@sente/contract/reports';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { malformed, ok, refused, silent } from '../../testing/answers.ts';
import { catchDownloads, firstFile } from '../../testing/downloads.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { aCompany } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aReport as report, aReportRow } from '../../testing/staff-records.ts';
import { press, user } from '../../testing/user.ts';

const companyId = '44444444-4444-4444-8444-444444444444';
const open = (query = '') => renderPage(`/reports${query}`);
const asked = () => calls(readReport).at(-1)?.query;
const table = () => screen.findByRole('table', { name: /^Report by/ });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const card = (label: string) =>
  screen.getByRole('heading', { name: label }).closest('article') as HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-31T10:00:00.000Z') });
  serve(readReport, ok(report));
  serve(companies.get, ok(aCompany()));
});

describe('a report', () => {
  it('sums the last 30 days and lists each, the newest first', async () => {
    await open();
    expect(
      (await rows()).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Jan 02, 2026', '1', '0', '20', '-20', '0', '0', '100.0%'],
      ['Jan 01, 2026', '3', '4,500', '0', '4,500', '45', '1', '75.0%'],
    ]);
    expect(screen.getByText(/^In UGX\. Completed/)).toBeVisible();
    expect(asked()).toEqual({ startDate: '2026-03-01', endDate: '2026-03-31', by: 'day' });
    expect(card('Credits')).toHaveTextContent('UGX 4,5003 transactions, before fees');
    expect(card('Fees earned')).toHaveTextContent('UGX 45');
    expect(card('Success rate')).toHaveTextContent('80.0%1 failed of 5');
    expect(screen.getByText(/left out: reversals/)).toHaveTextContent('2 left out');
    expect(screen.getByText('The person did not approve in time').closest('li')).toHaveTextContent(
      'EXPIREDUGX 900 asked for375%',
    );
    expect(screen.getByText('Payouts').closest('li')).toHaveTextContent(
      '2 approved, 1 rejected1 min 35 smedian, longest 2 h 10 min',
    );
  });

  it('accounts for everything that failed, also what is no mobile money', async () => {
    serve(readReport, ok({ ...report, failed: 10 }));
    await open();
    const others = (await screen.findByText('No mobile-money network took part')).closest('li');
    expect(others).toHaveTextContent('Bank transfers, or too little money on the account660%');
    expect(screen.getByText(/^Of 10 that failed/)).toBeVisible();
    expect(screen.getByText('The person did not approve in time').closest('li')).toHaveTextContent(
      '330%',
    );
  });

  it('marks both weeks that the range cuts', async () => {
    const weeks = [aReportRow('2025-12-29'), aReportRow('2026-01-05'), aReportRow('2026-01-12')];
    const dates = { startDate: '2026-01-01', endDate: '2026-01-15' };
    serve(readReport, ok({ ...report, ...dates, by: 'week', rows: weeks }));
    await open('?by=week');
    const names = (await rows()).map((row) => within(row).getAllByRole('cell')[0]?.textContent);
    expect(names).toEqual([
      'Jan 12 to Jan 18, 2026Only to Jan 15',
      'Jan 05 to Jan 11, 2026',
      'Dec 29 to Jan 04, 2026Only from Jan 01',
    ]);
    expect(screen.getByText(/the first and the last one are not whole/)).toBeVisible();
  });

  it('leads from each figure to the transactions behind it', async () => {
    await open(`?companyId=${companyId}`);
    const [, first] = await rows();
    const link = (name: RegExp) => within(first as HTMLElement).getByRole('link', { name });
    const ofDay = 'range=custom&from=2026-01-01&to=2026-01-01';
    expect(link(/^Jan 01/)).toHaveAttribute(
      'href',
      `/transactions?${ofDay}&companyId=${companyId}`,
    );
    expect(link(/failed/)).toHaveAttribute(
      'href',
      `/transactions?status=failed&${ofDay}&companyId=${companyId}`,
    );
    expect(within(card('Credits')).getByRole('link')).toHaveAttribute(
      'href',
      `/transactions?type=credit&status=completed&range=custom&from=2026-01-01&to=2026-01-02&companyId=${companyId}`,
    );
  });

  it.each<[ReportGroup, string, string, string | null]>([
    ['week', '2025-12-29', 'Dec 29 to Jan 04, 2026', 'range=custom&from=2026-01-01&to=2026-01-02'],
    ['month', '2026-01-01', 'January 2026', 'range=custom&from=2026-01-01&to=2026-01-02'],
    [
      'company',
      companyId,
      'Gulu Builders',
      `range=custom&from=2026-01-01&to=2026-01-02&companyId=${companyId}`,
    ],
    ['network', 'MTN', 'MTN', 'range=custom&from=2026-01-01&to=2026-01-02&network=MTN'],
    ['kind', 'payout', 'Payout', 'range=custom&from=2026-01-01&to=2026-01-02&kind=payout'],
    ['product', companyId, 'Day pass', null],
  ])('by %s names the row and links it', async (by, key, name, query) => {
    const names = { company: 'Gulu Builders', product: 'Day pass' };
    const fields = { name: by in names ? names[by as 'company'] : key };
    const company = by === 'product' ? 'Gulu Builders' : null;
    serve(readReport, ok({ ...report, by, rows: [aReportRow(key, { ...fields, company })] }));
    await open(`?by=${by}`);
    const [row] = await rows();
    expect(asked()).toMatchObject({ by });
    expect(within(row as HTMLElement).getByText(name)).toBeVisible();
    const link = within(row as HTMLElement).queryByRole('link', { name });
    expect(link?.getAttribute('href') ?? null).toBe(query && `/transactions?${query}`);
  });
});

describe('the filters', () => {
  it('are in the address', async () => {
    await open();
    await table();
    await user.selectOptions(screen.getByLabelText('Rows'), 'By Kind');
    await user.selectOptions(screen.getByLabelText('Range'), 'Last 90 days');
    expect(address()).toBe('/reports?by=kind&range=90');
    await waitFor(() =>
      expect(asked()).toEqual({ startDate: '2025-12-31', endDate: '2026-03-31', by: 'kind' }),
    );
    await user.selectOptions(screen.getByLabelText('Range'), 'Own range');
    expect(address()).toBe('/reports?by=kind&range=custom&from=2025-12-31&to=2026-03-31');
  });

  it('mark the day that the server refuses', async () => {
    const message = 'A report covers at most 366 days';
    serve(readReport, refused(400, message, { fields: { startDate: message } }));
    await open('?range=custom&from=2020-01-01&to=2026-01-02');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(message);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });
});

describe('the states', () => {
  it('loading', async () => {
    serve(readReport, silent);
    await open();
    expect(await screen.findByText('Loading report')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });

  it.each([
    ['a refusal', refused(500, 'No figures'), 'No figures'],
    ['another shape', malformed({ rows: 7 }), 'Invalid response format'],
  ])('failed with %s, and again', async (_, answer, text) => {
    serve(readReport, answer);
    await open();
    expect(await screen.findByText('Failed to load report')).toBeVisible();
    expect(screen.getByText(new RegExp(text))).toBeVisible();
    serve(readReport, ok(report));
    await press('Try Again');
    expect(await rows()).toHaveLength(2);
  });

  it('empty', async () => {
    const nothing = { totalTransactions: 0, totalAmount: 0, leftOut: 0 };
    serve(
      readReport,
      ok({
        ...report,
        by: 'company',
        creditSummary: nothing,
        debitSummary: nothing,
        fees: 0,
        failed: 0,
        rows: [],
        reasons: [],
        approvals: [],
      }),
    );
    await open('?by=company');
    expect(await screen.findByText('Nothing happened in these days')).toBeVisible();
    expect(screen.getByText('No payment failed in these days.')).toBeVisible();
    expect(screen.getByText('Nobody decided anything in these days.')).toBeVisible();
    expect(card('Success rate')).toHaveTextContent('None');
  });

  it('cut', async () => {
    serve(readReport, ok({ ...report, isWhole: false }));
    await open();
    expect(await screen.findByText(/Only the 2 largest are listed/)).toBeVisible();
  });
});

it('exports what the table shows', async () => {
  const files = catchDownloads();
  await open();
  await table();
  await press('Export CSV');
  const file = await firstFile(files);
  expect(file.name).toBe('report-by-day-2026-01-01-2026-01-02.csv');
  const text = await file.text();
  expect(text.trim().split('\r\n')).toEqual([
    expect.stringContaining('"Day","Credit transactions","Credits"'),
    '"2026-01-02","0","0","1","20","-20","0","0"',
    '"2026-01-01","3","4500","0","0","4500","45","1"',
  ]);
});
