import { accounts } from '@sente/contract/accounts';
import { internetProducts } from '@sente/contract/internet-products';
import { paymentLinks } from '@sente/contract/payment-links';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
import { expectToasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { aCheckout, anAttempt, aPaymentLink, linkId } from '../../testing/payment-links.ts';
import { anAccount, anInternetProduct } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const meta = { totalCount: 1, totalPages: 1, page: 1, pageSize: 20 };
const list = '/client/payment-links';
const details = `${list}/${linkId}`;
const account = anAccount({ accountName: 'Main till' });
const product = anInternetProduct({ amount: 1_000, stock: 7 });

beforeEach(() => {
  serve(paymentLinks.list, ok([aPaymentLink()], meta));
  serve(paymentLinks.get, ok(aPaymentLink()));
  serve(paymentLinks.checkouts, ok([aCheckout()], meta));
  serve(accounts.ofCompany, ok([account]));
  serve(internetProducts.activeOfCompany, ok([product]));
});

describe('the list of payment links', () => {
  it('shows what each is for, what is paid and its state, and asks for what is filtered', async () => {
    await renderPage(list);
    const row = await screen.findByRole('row', { name: /Garden chairs/ });
    expect(row).toHaveTextContent(
      /into Hub Takings · Order 12.*UGX 45,000.*Active.*90,000.*2 payments/,
    );
    await user.selectOptions(screen.getByLabelText('Status'), 'Ended');
    await waitFor(() =>
      expect(calls(paymentLinks.list).at(-1)?.query).toMatchObject({ state: 'ended', page: '1' }),
    );
  });

  it('is empty at first', async () => {
    serve(paymentLinks.list, ok([], { ...meta, totalCount: 0 }));
    await renderPage(list);
    expect(await screen.findByText('No payment links yet')).toBeVisible();
  });

  it.each(loadFailures('Failed to load payment links'))(
    'fails with %s',
    async (_, answer, text) => {
      serve(paymentLinks.list, answer);
      await renderPage(list);
      expect(await screen.findByText('Error Loading Payment Links')).toBeVisible();
      expect(screen.getByText(text)).toBeVisible();
    },
  );
});

describe('a new link', () => {
  const open = async () => {
    serve(paymentLinks.create, ok(aPaymentLink()));
    await renderPage(`${list}?action=create`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Payment Link' }));
    await dialog.findByLabelText(/^Into Account/);
    return dialog;
  };
  const sent = () => calls(paymentLinks.create).map(({ body }) => body);

  it('of one amount leads to its page', async () => {
    const dialog = await open();
    // The choice above it has a good default.
    expect(dialog.getByLabelText(/^Purpose/)).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByText('Purpose is required')).toBeVisible();
    expect(dialog.getByText('Amount is required')).toBeVisible();
    await put(dialog.getByLabelText(/^Purpose/), 'Garden chairs');
    await put(dialog.getByLabelText(/^Amount/), '45,000');
    expect(dialog.getByLabelText(/^Return Page/)).not.toBeVisible();
    await user.click(dialog.getByText(/^More: reference/));
    await put(dialog.getByLabelText(/^Return Page/), 'shop');
    await user.click(dialog.getByText(/^More: reference/));
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByText('Must be an address that begins with https://')).toBeVisible();
    await user.clear(dialog.getByLabelText(/^Return Page/));
    await put(dialog.getByLabelText(/^Return Page/), 'https://shop.example.test/');
    await put(dialog.getByLabelText(/^Last Day/), '2099-01-31');
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    await expectToasts('Payment link created');
    expect(sent()).toEqual([
      {
        accountId: account.id,
        amount: 45_000,
        purpose: 'Garden chairs',
        reference: null,
        isOnce: false,
        returnUrl: 'https://shop.example.test/',
        expiresAt: '2099-01-31T21:00:00.000Z',
      },
    ]);
    expect(await screen.findByRole('heading', { name: 'Garden chairs' })).toBeVisible();
  });

  it('of a chosen amount has limits, and of a product its name', async () => {
    const dialog = await open();
    await user.selectOptions(dialog.getByLabelText(/^How Much/), 'The payer chooses');
    await put(dialog.getByLabelText(/^Purpose/), 'Donation');
    await put(dialog.getByLabelText(/^Least/), '900');
    await put(dialog.getByLabelText(/^Most/), '100');
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByText('Must not be below the least amount')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText(/^How Much/), 'A product with vouchers');
    await user.selectOptions(dialog.getByLabelText(/^Product/), product.recordId);
    await user.click(dialog.getByLabelText('For one payment only'));
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ productId: product.recordId, isOnce: true });
    expect(sent()[0]).not.toHaveProperty('amount');
  });
});

describe('the page of a link', () => {
  it('says as the list does that nothing was paid', async () => {
    serve(paymentLinks.get, ok(aPaymentLink({ paidCount: 0, paidAmount: 0 })));
    await renderPage(`${list}/${aPaymentLink().id}`);
    expect(await screen.findByText('Nothing yet')).toBeVisible();
    expect(screen.queryByText(/0 payments/)).toBeNull();
  });

  it('shows the address, the code and who paid', async () => {
    const attempts = [
      anAttempt({
        paymentId: '01900023-0000-7000-8000-000000000000',
        status: 'FAILED',
        reason: 'Refused',
      }),
      anAttempt(),
    ];
    serve(paymentLinks.checkouts, ok([aCheckout({ attempts })], meta));
    await renderPage(details);
    expect(
      await screen.findByRole('img', { name: 'QR code of the payment link for Garden chairs' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy payment link' })).toBeVisible();
    const row = await screen.findByRole('row', { name: /\+256 772 123456/ });
    expect(row).toHaveTextContent(/45,000.*Paid.*1\. Not paid Refused.*2\. Paid/);
    expect(within(row).getByRole('link', { name: '2. Paid' })).toHaveAttribute(
      'href',
      '/client/transactions/01900021-0000-7000-8000-000000000000',
    );
  });

  it('says if somebody paid twice', async () => {
    serve(paymentLinks.checkouts, ok([aCheckout({ isPaidTwice: true })], meta));
    await renderPage(details);
    expect(await screen.findByText('Paid twice: give one back')).toBeVisible();
  });

  it('ends it after a question', async () => {
    serve(
      paymentLinks.end,
      ok(aPaymentLink({ state: 'ended', endedAt: '2026-02-01T09:00:00.000Z' })),
    );
    await renderPage(details);
    await press('End Link');
    const question = within(
      await screen.findByRole('alertdialog', { name: 'End the link for Garden chairs?' }),
    );
    serve(paymentLinks.get, ok(aPaymentLink({ state: 'ended' })));
    await user.click(question.getByRole('button', { name: 'End Link' }));
    await expectToasts('Payment link ended');
    expect(await screen.findByText('Ended')).toBeVisible();
    expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
  });

  it('tells that there is none', async () => {
    serve(paymentLinks.get, refused(404, 'Payment link not found'));
    await renderPage(details);
    expect(await screen.findByText('It may be of another company.')).toBeVisible();
  });
});

it('the poster names the company and prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await renderPage(`${details}/poster`);
  const poster = await screen.findByRole('article', { name: 'Poster of Gulu Builders' });
  expect(poster).toHaveTextContent(/Gulu Builders.*Garden chairs.*UGX 45,000.*Scan the code/);
  await user.selectOptions(screen.getByLabelText('Paper'), 'A5');
  expect(poster).toHaveAttribute('data-poster', 'A5');
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
});
