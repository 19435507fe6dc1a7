import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { lost, refused } from '../../testing/answers.ts';
import {
  filed,
  fillPayout,
  sent,
  servePayments,
  start,
  submit,
  type,
} from '../../testing/payments.tsx';
import { serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

beforeEach(servePayments);

const question = (name = 'This looks like an MTN number') =>
  screen.findByRole('alertdialog', { name });
const isGone = () =>
  waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());

/** An MTN number by Airtel. */
async function ask(action: 'Add Money' | 'Send Money' | 'Withdraw') {
  const { dialog } = await start(action);
  await type(/^Amount/, '5,000');
  await type(/Phone Number/, '0772 123 456');
  await user.selectOptions(dialog.getByLabelText(/^Network/), 'AIRTEL');
  await submit(action === 'Add Money' ? 'Ask for Payment' : action);
  return dialog;
}

describe('a number that looks like one of another network', () => {
  it.each(['Add Money', 'Send Money', 'Withdraw'] as const)(
    '%s asks before anything is sent, and offers the likely network',
    async (action) => {
      const dialog = await ask(action);
      const asked = await question();
      expect(asked).toHaveTextContent('Use Airtel anyway?');
      const buttons = within(asked).getAllByRole('button');
      expect(buttons.map(({ textContent }) => textContent)).toEqual([
        'Back',
        'Use Airtel anyway',
        'Use MTN',
      ]);
      expect(sent()).toEqual([]);
      await press('Use MTN', asked);
      if (action !== 'Add Money') await sendReviewed(action);
      await waitFor(() => expect(sent()).toHaveLength(1));
      expect(sent()[0]).toMatchObject({ network: 'MTN', phoneNumber: '0772 123 456' });
      expect(sent()[0]).not.toHaveProperty('isNetworkConfirmed');
      await isGone();
      expect(dialog.queryByText(/could not be filed/)).not.toBeInTheDocument();
    },
  );

  it('is sent by the chosen network once that is confirmed, and the retry is the same', async () => {
    serve(transactions.request, lost);
    const dialog = await ask('Send Money');
    await press('Use Airtel anyway', await question());
    await sendReviewed('Send Money');
    await dialog.findByText('The request may have been filed');
    await isGone();
    serve(transactions.request, filed());
    await submit('Send Money');
    await dialog.findByText(/waits for approval/);
    expect(sent()).toHaveLength(2);
    expect(sent()[0]).toMatchObject({ network: 'AIRTEL', isNetworkConfirmed: true });
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it('Back keeps the form, and asks again for another number', async () => {
    const dialog = await ask('Withdraw');
    await press('Back', await question());
    await isGone();
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('AIRTEL');
    expect(sent()).toEqual([]);
    await submit('Withdraw');
    serve(transactions.request, refused(409, 'Account is inactive', { code: 'account_inactive' }));
    await press('Use Airtel anyway', await question());
    await sendReviewed('Withdraw');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await type(/Phone Number/, '0782 123 456');
    await submit('Withdraw');
    expect(await question()).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  it('asks also if only the server knows the prefix', async () => {
    const message =
      'This looks like an MTN number. Choose MTN, or confirm that it is on Airtel now.';
    serve(
      transactions.request,
      refused(409, message, { code: 'network_differs', fields: { network: message } }),
    );
    const { dialog } = await start('Send Money');
    await fillPayout();
    await type(/Phone Number/, '0712 123 456');
    await user.selectOptions(dialog.getByLabelText(/^Network/), 'AIRTEL');
    await submit('Send Money');
    await press('Back', await question());
    await isGone();
    expect(dialog.getByLabelText(/^Network/)).toHaveAccessibleDescription(message);
    await submit('Send Money');
    serve(transactions.request, filed());
    await press('Use Airtel anyway', await question());
    await sendReviewed('Send Money');
    await dialog.findByText(/waits for approval/);
    expect(sent().at(-1)).toMatchObject({ network: 'AIRTEL', isNetworkConfirmed: true });
  });

  it('believes the server, whose table was changed', async () => {
    const message = 'This looks like an Airtel number. Choose Airtel, or confirm it is on MTN now.';
    serve(
      transactions.request,
      refused(409, message, { code: 'network_differs', fields: { network: message } }),
    );
    const dialog = await ask('Send Money');
    await press('Use MTN', await question());
    await sendReviewed('Send Money');
    const asked = await question('This looks like an Airtel number');
    serve(transactions.request, filed());
    await press('Use Airtel', asked);
    await sendReviewed('Send Money');
    await dialog.findByText(/waits for approval/);
    expect(sent().at(-1)).toMatchObject({ network: 'AIRTEL' });
  });
});

/** The answer leads to the review of a payout. */
async function sendReviewed(name: string): Promise<void> {
  await isGone();
  await screen.findByRole('region', { name: 'Review' });
  await submit(name);
}
