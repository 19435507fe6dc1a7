import { accounts } from '@sente/contract/accounts';
import { bankAccounts } from '@sente/contract/bank-accounts';
import { companies } from '@sente/contract/companies';
import { settlements } from '@sente/contract/settlements';
import { taxes } from '@sente/contract/taxes';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { startLive } from '../../app/live.ts';
import { SuspensionNotice } from '../../features/companies/suspension-notice.tsx';
import { ok } from '../../testing/answers.ts';
import { renderPage, renderPart } from '../../testing/page.tsx';
import { ownCompanyId, owner } from '../../testing/people.ts';
import { aCompany, anAccount, pageMeta } from '../../testing/records.ts';
import { isHeard, serve, tellLive } from '../../testing/server.ts';
import { aBankAccount, aSettlement, noSchedule } from '../../testing/settlements.ts';

const heldUpBy = 'all payouts are stopped';
const list = (fields: Parameters<typeof aSettlement>[0]) =>
  ok([aSettlement(fields)], { ...pageMeta(1), totalAmount: 0 });

let stop = (): void => {};
beforeEach(() => {
  serve(settlements.list, list({}));
  serve(settlements.terms, ok(noSchedule));
  serve(taxes.list, ok([]));
  serve(bankAccounts.list, ok([aBankAccount()]));
  serve(accounts.ofCompany, ok([anAccount()]));
});
afterEach(() => stop());

it('an open page says by itself that nothing goes to the bank, which rows wait and why, and the end of it', async () => {
  const client = createQueryClient();
  await renderPage('/client/settlements', { client });
  stop = startLive(client);
  await waitFor(() => expect(isHeard()).toBe(true));
  expect(await screen.findByRole('button', { name: 'Send to Bank' })).toBeEnabled();
  serve(settlements.terms, ok({ ...noSchedule, isBraked: true }));
  serve(settlements.list, list({ heldUpBy }));
  tellLive('brakes');
  const send = () => screen.getByRole('button', { name: 'Send to Bank' });
  await waitFor(() => expect(send()).toBeDisabled());
  expect(send()).toHaveAccessibleDescription(/Nothing can be sent to a bank until payouts go on/);
  const row = await screen.findByText(`Held up: ${heldUpBy}`);
  expect(row.closest('tr')).toHaveTextContent('ST-8K3M2Q9XWZ');
  serve(settlements.terms, ok(noSchedule));
  serve(settlements.list, list({}));
  tellLive('brakes');
  await waitFor(() => expect(send()).toBeEnabled(), { timeout: 8_000 });
  await waitFor(() => expect(screen.queryByText(/^Held up/)).toBeNull());
}, 20_000);

it('says once that payouts are stopped, and of settlements the same as of payouts', async () => {
  const payoutBrake = { at: '2026-01-05T10:00:00.000Z', reason: null };
  serve(companies.get, ok(aCompany({ payoutBrake })));
  serve(settlements.terms, ok({ ...noSchedule, isBraked: true }));
  const notice = renderPart(<SuspensionNotice companyId={ownCompanyId} />, { as: owner });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /payouts are accepted but not sent.*Settlements to your bank wait too, and new ones are not taken/,
  );
  notice.unmount();
  await renderPage('/client/settlements');
  await screen.findByText(/Nothing can be sent to a bank until payouts go on/);
  expect(screen.queryByRole('alert')).toBeNull();
});
