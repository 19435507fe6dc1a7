import { networks } from '@sente/contract/networks';
import { type ListedRecipient, recipients } from '@sente/contract/recipients';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
import { expectToasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { fillPayout, sent, servePayments, start, submit } from '../../testing/payments.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const rose: ListedRecipient = {
  id: '01900001-0000-7000-8000-000000000000',
  label: 'Rose, transport',
  phoneNumber: '+256772123456',
  network: 'MTN',
  checkedName: 'Sarah Nakato',
  checkedAt: '2026-01-31T09:00:00.000Z',
  payouts: { count: 3, amount: 450_000, lastAt: '2026-03-04T09:00:00.000Z' },
};
const john: ListedRecipient = {
  id: '01900002-0000-7000-8000-000000000000',
  label: 'John',
  phoneNumber: '+256701000111',
  network: 'AIRTEL',
  checkedName: null,
  checkedAt: null,
  payouts: { count: 0, amount: 0, lastAt: null },
};
const { payouts: _, ...saved } = rose;
const page = '/client/recipients';

beforeEach(() => {
  servePayments();
  serve(recipients.list, ok([john, rose]));
});

describe('the list of recipients', () => {
  it('shows number, network and confirmed name, and finds by each of them', async () => {
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /Rose, transport/ });
    expect(row).toHaveTextContent(/\+256 772 123456 \(MTN\).*Sarah Nakato.*Jan 31, 2026/);
    expect(row).toHaveTextContent(/Mar 04, 2026.*UGX 450,000.*3 payments/);
    expect(within(row).getByRole('link', { name: 'Rose, transport' })).toHaveAttribute(
      'href',
      '/client/transactions?search=%2B256+772+123456&range=all&type=debit',
    );
    const unpaid = screen.getByRole('row', { name: /John/ });
    expect(unpaid).toHaveTextContent(/Not confirmed.*None yet/);
    for (const text of ['rose', 'nakato', '0772 123']) {
      await renderPageWith(text);
      expect(screen.getAllByRole('row')).toHaveLength(2);
    }
    await renderPageWith('nobody');
    expect(await screen.findByText('No recipients match your search.')).toBeVisible();
  });

  it('sends money to one of them', async () => {
    await renderPage(page);
    await user.click(await screen.findByRole('button', { name: 'Send money to John' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send Money' }));
    expect(await dialog.findByLabelText(/^Receiver's Phone Number/)).toHaveValue('+256 701 000111');
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('AIRTEL');
    expect(dialog.getByLabelText(/^Amount/)).toHaveFocus();
  });

  it('is empty at first', async () => {
    serve(recipients.list, ok([]));
    await renderPage(page);
    expect(await screen.findByText('No recipients yet')).toBeVisible();
  });

  it.each(loadFailures('Failed to load recipients'))('fails with %s', async (_, answer, text) => {
    serve(recipients.list, answer);
    await renderPage(page);
    expect(await screen.findByText('Error Loading Recipients')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe('a recipient', () => {
  it('is added with a look at who has the number', async () => {
    serve(recipients.create, ok(saved));
    await renderPage(page);
    await press('Add Recipient');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Recipient' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    const phone = dialog.getByLabelText(/^Phone Number/);
    expect(dialog.getByText('Phone number is required')).toBeVisible();
    expect(dialog.getByText('Network is required')).toBeVisible();
    await put(dialog.getByLabelText(/^Name/), ' Rose, transport ');
    await put(phone, '12345');
    expect(phone).toHaveAccessibleDescription(/^Must be a Ugandan mobile number/);
    await user.clear(phone);
    await put(phone, '0772 123456');
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('MTN');
    expect(await dialog.findByText('Registered to Sarah Nakato')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectToasts('Rose, transport saved');
    expect(calls(recipients.create).map(({ body }) => body)).toEqual([
      { label: 'Rose, transport', phoneNumber: '0772 123456', network: 'MTN' },
    ]);
    expect(calls(recipients.list).length).toBeGreaterThan(1);
  });

  it('that is saved already is refused at its field', async () => {
    const text = 'This number is saved already';
    const answer = refused(400, text, { code: 'already_in_use', fields: { phoneNumber: text } });
    serve(recipients.create, answer);
    await renderPage(`${page}?action=add-recipient`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Recipient' }));
    await put(dialog.getByLabelText(/^Name/), 'Rose');
    await put(dialog.getByLabelText(/^Phone Number/), '0772 123456');
    await user.selectOptions(dialog.getByLabelText(/^Network/), 'MTN');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText(/^Phone Number/)).toHaveFocus();
  });

  it('that is not registered is said once', async () => {
    const text = 'This number is not registered for mobile money on this network';
    serve(networks.holder, ok({ status: 'not-registered', name: null }));
    serve(recipients.create, refused(400, text, { fields: { phoneNumber: text } }));
    await renderPage(`${page}?action=add-recipient`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Recipient' }));
    await put(dialog.getByLabelText(/^Name/), 'Rose');
    await put(dialog.getByLabelText(/^Phone Number/), '0772 123456');
    expect(await dialog.findByText(`${text}.`)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getAllByText(/is not registered for mobile money/)).toHaveLength(1);
  });

  it('is renamed and removed', async () => {
    serve(recipients.rename, ok({ ...saved, label: 'Rose' }));
    serve(recipients.remove, ok());
    await renderPage(page);
    await press('Rename Rose, transport');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename Recipient' }));
    await user.clear(dialog.getByLabelText(/^Name/));
    await put(dialog.getByLabelText(/^Name/), 'Rose');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectToasts('Recipient renamed');
    expect(calls(recipients.rename)[0]?.body).toEqual({ label: 'Rose' });
    await press('Remove John');
    const question = await screen.findByRole('alertdialog', { name: 'Remove John?' });
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(calls(recipients.remove)).toHaveLength(1));
    expect(calls(recipients.remove)[0]?.params).toEqual({ id: john.id });
  });
});

describe('in Send Money', () => {
  it('a saved recipient fills in number and network', async () => {
    const { dialog } = await start('Send Money');
    await user.selectOptions(await dialog.findByLabelText(/^Saved Recipient/), john.id);
    expect(dialog.getByLabelText(/Phone Number/)).toHaveValue('+256 701 000111');
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('AIRTEL');
    // One line instead of the two fields, which is all that a phone has room for.
    expect(dialog.getByText('+256 701 000111 · Airtel')).toBeVisible();
    expect(dialog.getByLabelText(/Phone Number/)).not.toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Change the receiver' }));
    expect(dialog.getByLabelText(/Phone Number/)).toBeVisible();
    await user.selectOptions(dialog.getByLabelText(/^Saved Recipient/), rose.id);
    expect(dialog.getByLabelText(/^Saved Recipient/)).toHaveAccessibleDescription(
      'Registered to Sarah Nakato when it was saved',
    );
    expect(await dialog.findByText('Registered to Sarah Nakato')).toBeVisible();
    expect(dialog.queryByText('This number has another name now')).not.toBeInTheDocument();
    await fillPayout();
    await press('Review', screen.getByRole('dialog'));
    const review = await dialog.findByRole('region', { name: 'Review' });
    expect(review).toHaveTextContent('to Rose, transport, +256 772 123456');
    await submit('Send Money');
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('warns if the network now says another name', async () => {
    serve(networks.holder, ok({ status: 'registered', name: 'Moses Okello' }));
    const { dialog } = await start('Send Money');
    await user.selectOptions(await dialog.findByLabelText(/^Saved Recipient/), rose.id);
    expect(await dialog.findByText('This number has another name now')).toBeVisible();
    expect(dialog.getByText(/the network now says Moses Okello/)).toBeVisible();
  });

  it('nothing is offered where none is saved, nor to withdraw', async () => {
    const { dialog } = await start('Withdraw');
    expect(dialog.queryByLabelText(/^Saved Recipient/)).not.toBeInTheDocument();
    expect(calls(recipients.list)).toEqual([]);
  });
});

async function renderPageWith(search: string): Promise<void> {
  const box = screen.getByRole('searchbox');
  await user.clear(box);
  await put(box, search);
  await waitFor(() => expect(screen.queryByRole('row', { name: /John/ })).not.toBeInTheDocument());
}
