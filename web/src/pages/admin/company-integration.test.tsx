import { companies } from '@sente/contract/companies';
import { paymentLinks } from '@sente/contract/payment-links';
import { tills } from '@sente/contract/tills';
import { testActivity } from '@sente/contract/test-activity';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import { aPaymentLink } from '../../testing/payment-links.ts';
import { aCompany } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aTestActivity } from '../../testing/staff-records.ts';
import { aListedTill, shiftId } from '../../testing/tills.ts';
import { user } from '../../testing/user.ts';

/* What staff see and decide of how a company is paid and integrates. */

const company = aCompany();
const onePage = { totalCount: 1, totalPages: 1, page: 1, pageSize: 20 };

beforeEach(() => serve(companies.get, ok(company)));

it('shows its payment links, and stops one with a reason', async () => {
  serve(paymentLinks.list, ok([aPaymentLink()], onePage));
  serve(paymentLinks.stop, ok(aPaymentLink({ state: 'ended' })));
  await renderPage(`/companies/${company.id}?tab=links`);
  const row = await screen.findByRole('row', { name: /Garden chairs/ });
  const { url } = aPaymentLink();
  expect(within(row).getByRole('link', { name: /opens a new tab/ })).toHaveAttribute('href', url);
  expect(within(row).getByRole('button', { name: 'Copy payment link' })).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'Stop Garden chairs' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Stop Garden chairs?' });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Fraud');
  await user.click(within(dialog).getByRole('button', { name: 'Stop Link' }));
  await waitFor(() =>
    expect(calls(paymentLinks.stop).map(({ body }) => body)).toEqual([{ reason: 'Fraud' }]),
  );
});

it('shows its tills, read only', async () => {
  const unpaired = { id: shiftId, name: 'Back desk', deviceCount: 0, openShiftCount: 0 };
  const quiet = { onShift: [], seenAt: null };
  serve(tills.list, ok([aListedTill(), aListedTill({ ...unpaired, ...quiet })]));
  await renderPage(`/companies/${company.id}?tab=tills`);
  const row = await screen.findByRole('row', { name: /Front desk/ });
  expect(within(row).getByRole('link', { name: 'Hub Takings' })).toHaveAttribute(
    'href',
    `/companies/${aListedTill().companyId}/accounts/${aListedTill().accountId}`,
  );
  expect(row).toHaveTextContent(/100200300.*Shift open.*1 device.*Akello since/);
  const other = screen.getByRole('row', { name: /Back desk/ });
  expect(other).toHaveTextContent(/Closed.*No device.*Nobody.*Never/);
  const panel = screen.getByRole('table', { name: 'Tills' });
  expect(within(panel).queryByRole('button')).not.toBeInTheDocument();
  expect(calls(tills.list).map(({ query }) => query)).toEqual([{ companyId: company.id }]);
});

it('asks for an exception from examinations, and ends one', async () => {
  serve(testActivity.ofCompany, ok(aTestActivity));
  serve(testActivity.askForException, ok(null, { approvalId: company.id }));
  const { unmount } = await renderPage(`/companies/${company.id}?tab=test`);
  await user.click(await screen.findByRole('button', { name: 'Ask for an Exception' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Ask for an exception?' });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Old customer');
  await user.click(within(dialog).getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(calls(testActivity.askForException)).toHaveLength(1));
  unmount();
  const exception = {
    reason: 'Old customer',
    since: '2026-01-31T09:00:00.000Z',
    askedBy: 'Grace Nakato',
    approvedBy: 'Peter Auma',
  };
  serve(testActivity.ofCompany, ok({ ...aTestActivity, exception }));
  serve(testActivity.endException, ok(null));
  await renderPage(`/companies/${company.id}?tab=test`);
  expect(await screen.findByText(/approved by Peter Auma/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End Exception' }));
  const asked = await screen.findByRole('alertdialog', { name: 'End the exception?' });
  await user.click(within(asked).getByRole('button', { name: 'End Exception' }));
  await waitFor(() => expect(calls(testActivity.endException)).toHaveLength(1));
});
