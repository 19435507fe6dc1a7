import { internetProducts } from '@sente/contract/internet-products';
import { productCodes } from '@sente/contract/product-codes';
import { voucherBatches } from '@sente/contract/voucher-batches';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok, refused, type Answer } from '../../testing/answers.ts';
import { alertOf, toasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { ownCompanyId, type Person } from '../../testing/people.ts';
import { aBatch, aCode, codeTotals, idOf } from '../../testing/product-codes.ts';
import { anInternetProduct } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';

const list = '/client/product-codes';
const user = userEvent.setup({ delay: null });
const panel = () => screen.findByRole('dialog', { name: 'Product code' });

beforeEach(serveAll);

describe('a code', () => {
  it('opens over the list, with an address, and is revealed on demand', async () => {
    serve(productCodes.reveal, ok({ record_id: idOf(1), code: 'KLA-7Q2-XA1' }));
    await renderPage(list);
    await user.click(await screen.findByRole('link', { name: '•••A1' }));
    expect(address()).toBe(`${list}?code=${idOf(1)}`);
    const sheet = await panel();
    expect(await within(sheet).findByText('Available')).toBeVisible();
    expect(within(sheet).getByRole('link', { name: 'All codes of this upload' })).toHaveAttribute(
      'href',
      `${list}?batch=${idOf(88)}`,
    );
    expect(calls(productCodes.reveal)).toEqual([]);
    await user.click(within(sheet).getByRole('button', { name: 'Reveal' }));
    expect(await within(sheet).findByText('KLA-7Q2-XA1')).toBeVisible();
    expect(calls(productCodes.reveal)).toHaveLength(1);
    await user.click(within(sheet).getByRole('button', { name: 'Hide' }));
    expect(within(sheet).queryByText('KLA-7Q2-XA1')).not.toBeInTheDocument();
  });

  it('says why it cannot be revealed', async () => {
    serve(productCodes.reveal, refused(409, 'This code was encrypted with a key that is gone.'));
    await renderPage(`${list}?code=${idOf(1)}`);
    await user.click(await within(await panel()).findByRole('button', { name: 'Reveal' }));
    await waitFor(() =>
      expect(toasts()).toEqual(['This code was encrypted with a key that is gone.']),
    );
  });

  it('leads to the payment that sold it', async () => {
    const sold = { state: 'used', used: '1', payment_id: idOf(5) };
    serve(productCodes.get, ok(aCode(1, { ...sold, used_date: '2026-02-01T10:00:00.000Z' })));
    await renderPage(`${list}?code=${idOf(1)}`);
    const sheet = await panel();
    const link = await within(sheet).findByRole('link', { name: 'Sold by this payment' });
    expect(link).toHaveAttribute('href', `/client/transactions/${idOf(5)}`);
    expect(within(sheet).queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });

  it('shows who withdrew it and why', async () => {
    const withdrawn = {
      state: 'withdrawn',
      withdrawn_date: '2026-02-01T10:00:00.000Z',
      withdrawn_by: 'Grace Nakato',
      withdrawn_reason: 'A title of the file',
    };
    serve(productCodes.get, ok(aCode(1, withdrawn)));
    await renderPage(`${list}?code=${idOf(1)}`);
    const sheet = await panel();
    expect(await within(sheet).findByText('A title of the file')).toBeVisible();
    expect(sheet).toHaveTextContent('by Grace Nakato');
  });

  it('is withdrawn with a reason, which the form requires', async () => {
    serve(
      productCodes.withdraw,
      saying(aCode(1, { state: 'withdrawn' }), 'The code was withdrawn'),
    );
    await renderPage(`${list}?code=${idOf(1)}`);
    await user.click(await within(await panel()).findByRole('button', { name: 'Withdraw' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw code •••A1' });
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    expect(await within(dialog).findByText('Reason is required')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Reason/), 'Misprint');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(toasts()).toEqual(['The code was withdrawn']));
    expect(calls(productCodes.withdraw)[0]?.body).toEqual({ reason: 'Misprint' });
  });

  it('that was sold meanwhile stays, and the dialog says so', async () => {
    serve(productCodes.move, refused(409, 'This code was sold already.'));
    await renderPage(`${list}?code=${idOf(1)}`);
    await user.click(await within(await panel()).findByRole('button', { name: 'Move' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move code •••A1' });
    await within(dialog).findByText('Week pass (WEEK)');
    expect(within(dialog).queryByText(/DAY-1\)/)).not.toBeInTheDocument();
    await user.selectOptions(within(dialog).getByLabelText(/Internet Product/), 'WEEK');
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(await within(dialog).findByText('This code was sold already.')).toBeVisible();
    expect(calls(productCodes.move)[0]?.body).toEqual({ product: 'WEEK' });
  });

  it('offers only what the user may do', async () => {
    await renderPage(`${list}?code=${idOf(1)}`, { as: viewer });
    const sheet = await panel();
    await within(sheet).findByText('Available');
    for (const name of ['Reveal', 'Withdraw', 'Move']) {
      expect(within(sheet).queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(screen.queryByText('Upload CSV')).not.toBeInTheDocument();
  });

  it.each(loadFailures('Failed to load the product code'))(
    'that fails to load with %s says so',
    async (_, answer) => {
      serve(productCodes.get, answer);
      await renderPage(`${list}?code=${idOf(1)}`);
      expect(await alertOf('Failed to load the product code')).toBeVisible();
    },
  );
});

describe('the uploads', () => {
  const uploads = `${list}?tab=uploads`;

  it('say who, when, what, and how many are left, and lead to their codes', async () => {
    await renderPage(list);
    await user.click(await screen.findByRole('tab', { name: 'Uploads' }));
    expect(address()).toBe(uploads);
    const row = await screen.findByRole('row', { name: /march.csv/ });
    expect(row).toHaveTextContent(
      'Jan 05, 2026, 1:00 PMGrace NakatoDAY-1march.csv1003058 left2 reserved10',
    );
    await user.click(within(row).getByText('march.csv'));
    await waitFor(() => expect(address()).toBe(`${list}?batch=${idOf(88)}`));
    await waitFor(() =>
      expect(calls(productCodes.ofCompany).at(-1)?.query).toMatchObject({ batchId: idOf(88) }),
    );
    await user.click(await screen.findByRole('button', { name: /Upload of Jan 05, 2026/ }));
    await waitFor(() => expect(address()).toBe(list));
  });

  it('are withdrawn and moved as a whole', async () => {
    serve(voucherBatches.withdraw, saying(aBatch(), '58 product codes withdrawn'));
    serve(voucherBatches.move, saying(aBatch(), '58 product codes moved to WEEK'));
    await renderPage(uploads);
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw upload' });
    expect(dialog).toHaveTextContent(
      '58 unsold codes of march.csv are taken out of sale for good, and stay listed with your reason. 2 in a sale under way follow if they are not sold.',
    );
    await user.type(within(dialog).getByLabelText(/Reason/), 'Stolen');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(toasts()).toEqual(['58 product codes withdrawn']));
    expect(calls(voucherBatches.withdraw)[0]?.body).toEqual({ reason: 'Stolen' });
    await user.click(await screen.findByRole('button', { name: 'Move to another product' }));
    const move = await screen.findByRole('dialog', { name: 'Move upload' });
    await within(move).findByText('Week pass (WEEK)');
    await user.selectOptions(within(move).getByLabelText(/Internet Product/), 'WEEK');
    await user.click(within(move).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(toasts()).toContain('58 product codes moved to WEEK'));
  });

  it('of which nothing is left cannot be changed', async () => {
    const gone = aBatch({ withdrawnAt: '2026-02-01T10:00:00.000Z', left: 0, reserved: 0 });
    serve(
      voucherBatches.ofCompany,
      ok([gone], { totalCount: 1, totalPages: 1, page: 1, pageSize: 25 }),
    );
    await renderPage(uploads);
    const row = await screen.findByRole('row', { name: /march.csv/ });
    expect(row).toHaveTextContent('Withdrawn');
    expect(within(row).queryByRole('button')).not.toBeInTheDocument();
  });

  it('that do not exist yet are asked for', async () => {
    serve(
      voucherBatches.ofCompany,
      ok([], { totalCount: 0, totalPages: 1, page: 1, pageSize: 25 }),
    );
    await renderPage(uploads);
    expect(await screen.findByText('No uploads yet')).toBeVisible();
  });

  it.each(loadFailures('Failed to load the uploads'))('fail to load with %s', async (_, answer) => {
    serve(voucherBatches.ofCompany, answer);
    await renderPage(uploads);
    expect(await alertOf('Failed to load the uploads')).toBeVisible();
  });
});

const viewer: Person = {
  role: 'client_user',
  companyId: ownCompanyId,
  permissions: ['canViewProducts'],
};

function serveAll(): void {
  serve(productCodes.ofCompany, ok([aCode(1)], codeTotals(1)));
  serve(productCodes.get, ok(aCode(1)));
  serve(
    internetProducts.ofCompany,
    ok([
      anInternetProduct({ recordId: idOf(77) }),
      anInternetProduct({ recordId: idOf(78), productCode: 'WEEK', productName: 'Week pass' }),
    ]),
  );
  serve(
    voucherBatches.ofCompany,
    ok([aBatch()], { totalCount: 1, totalPages: 1, page: 1, pageSize: 25 }),
  );
  serve(voucherBatches.get, ok(aBatch()));
}

/** With the sentence for the toast. */
function saying(data: unknown, message: string): Answer {
  return { isByContract: true, body: { success: true, data, message } };
}
