import { debts, type Debt } from '@sente/contract/debts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { address, renderPart } from '../../testing/page.tsx';
import { owner, ownCompanyId, restricted } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';
import { CompanyDebt } from './company-debt.tsx';
import { DebtNotice } from './debt-notice.tsx';

const onTill = { accountId: '01900000-0000-7000-8000-00000000000a', accountName: 'Gulu till' };
const movements: Debt['movements'] = [
  {
    ...onTill,
    transactionId: '01900000-0000-7000-8000-000000000002',
    kind: 'repayment',
    amount: 2_500,
    owedAfter: 1_500,
    description: 'Repayment to the provider from: A sale',
    date: '2026-01-06T10:00:00.000Z',
  },
  {
    ...onTill,
    transactionId: '01900000-0000-7000-8000-000000000001',
    kind: 'advance',
    amount: 4_000,
    owedAfter: 4_000,
    description: 'Advance by the provider for: Mobile money to 256772000001',
    date: '2026-01-05T10:00:00.000Z',
  },
];
const debt: Debt = { owed: 1_500, since: '2026-01-05T10:00:00.000Z', movements, movementCount: 2 };

const settled = () => waitFor(() => expect(calls(debts.ofCompany)).toHaveLength(1));

it('the company page names the debt, since when, and the transactions that made and repaid it', async () => {
  serve(debts.ofCompany, ok(debt));
  renderPart(<CompanyDebt companyId={ownCompanyId} />);
  const card = (await screen.findByRole('heading', { name: 'Owes the provider' })).closest(
    'section',
  );
  expect(card).toHaveTextContent('UGX 1,500since Jan 05, 2026');
  expect(card).toHaveTextContent('Every credit to any account of the company repays it first');
  const items = within(screen.getByRole('list', { name: 'Advances and repayments' })).getAllByRole(
    'listitem',
  );
  expect(items.map((item) => within(item).getByText(/^(Advance|Repayment)$/).textContent)).toEqual([
    'Repayment',
    'Advance',
  ]);
  expect(items[0]).toHaveTextContent('then owed UGX 1,500');
  await user.click(screen.getByRole('link', { name: /^Advance by the provider/ }));
  expect(address()).toBe(`/transactions/${debt.movements[1]?.transactionId}`);
});

it('the company page says when all is repaid, and how many movements it leaves out', async () => {
  serve(debts.ofCompany, ok({ ...debt, owed: 0, since: null, movementCount: 1_200 }));
  renderPart(<CompanyDebt companyId={ownCompanyId} />);
  expect(await screen.findByText('All advances are repaid.')).toBeVisible();
  expect(screen.getByText('The newest 2 of 1,200.')).toBeVisible();
  expect(screen.queryByText(/repays it first/)).not.toBeInTheDocument();
});

it('the company page shows nothing for a company that never owed, and an error that can be retried', async () => {
  const { container, unmount } = renderPart(<CompanyDebt companyId={ownCompanyId} />);
  await settled();
  expect(within(container).queryByText('Owes the provider')).not.toBeInTheDocument();
  unmount();
  serve(debts.ofCompany, refused(500, 'Too slow'));
  renderPart(<CompanyDebt companyId={ownCompanyId} />);
  expect(await screen.findByText('Failed to load what the company owes')).toBeVisible();
  serve(debts.ofCompany, ok(debt));
  await press('Try Again');
  expect(await screen.findByText(/^Advance by/)).toBeVisible();
});

it('people of the company read what is owed, why, and how it is repaid', async () => {
  serve(debts.ofCompany, ok(debt));
  renderPart(<DebtNotice companyId={ownCompanyId} />, { as: owner });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Your company owes the provider UGX 1,500');
  expect(notice).toHaveTextContent('Every credit to any account of your company repays it first');
  expect(notice).toHaveTextContent('UGX 4,000 on Gulu till: Advance by the provider for: Mobile');
  expect(
    within(notice).getByRole('link', { name: 'Show advances and repayments' }),
  ).toHaveAttribute('href', '/client/transactions?search=the+provider&range=all');
});

it('people of a company that owes nothing read nothing, and those without accounts do not ask', async () => {
  const { unmount } = renderPart(<DebtNotice companyId={ownCompanyId} />, { as: owner });
  await settled();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  unmount();
  renderPart(<DebtNotice companyId={ownCompanyId} />, { as: restricted });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(calls(debts.ofCompany)).toHaveLength(1);
});
