import { payoutRules } from '@sente/contract/payout-rules';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { filed, fillPayout, sent, servePayments, start, submit } from '../../testing/payments.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press } from '../../testing/user.ts';

const danger = 'MTN says that +256 772 123456 has paid UGX 7,000 after all.';
const doubted = refused(409, danger, { code: 'being_checked' });
const question = () => screen.findByRole('alertdialog');
const isGone = () =>
  waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
const reviewed = () => calls(payoutRules.expect).map(({ body }) => body['isRepeatConfirmed']);
const confirmations = () => sent().map((body) => body['isRepeatConfirmed']);

beforeEach(servePayments);

describe('a person who may have paid already', () => {
  const ask = async () => {
    serve(transactions.request, doubted);
    const { dialog } = await start('Add Money');
    await fillPayout();
    await submit('Ask for Payment');
    return dialog;
  };

  it('is asked only once somebody has read that, and no further time by the same answer', async () => {
    const dialog = await ask();
    const asked = await question();
    expect(asked).toHaveAccessibleName('This person may have paid already');
    // The danger comes before what can be done, and the safe way is the first.
    expect(asked).toHaveTextContent(
      new RegExp(`^This person may have paid already${danger.replace('+', '\\+')}`),
    );
    const buttons = within(asked).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Do not ask',
      'Ask all the same',
    ]);
    expect(buttons[0]).toHaveFocus();
    expect(confirmations()).toEqual([undefined]);
    // What was confirmed was for this sending, which another cause refuses.
    serve(transactions.request, refused(409, 'Account is inactive', { code: 'account_inactive' }));
    await press('Ask all the same', asked);
    await waitFor(() => expect(confirmations()).toEqual([undefined, true]));
    await isGone();
    serve(transactions.request, doubted);
    await submit('Ask for Payment');
    const asking = await question();
    expect(confirmations()).toEqual([undefined, true, undefined]);
    serve(transactions.request, filed({ type: 'credit', fee: 0 }, null));
    await press('Ask all the same', asking);
    await waitFor(() => expect(confirmations()).toEqual([undefined, true, undefined, true]));
    expect(new Set(sent().map((body) => body['idempotencyKey'])).size).toBe(1);
    expect(await dialog.findByRole('button', { name: 'Done' })).toBeVisible();
  });

  it('is not asked if somebody decides against it, and the form is kept', async () => {
    const dialog = await ask();
    await press('Do not ask', await question());
    await isGone();
    expect(confirmations()).toEqual([undefined]);
    expect(dialog.getByLabelText(/^Amount/)).toHaveValue('5,000');
    await submit('Ask for Payment');
    expect(await question()).toBeVisible();
    expect(confirmations()).toEqual([undefined, undefined]);
  });
});

describe('a person who may have got it already', () => {
  it.each(['Send Money', 'Withdraw'] as const)('%s: is told before the review', async (action) => {
    serve(payoutRules.expect, ({ body }) =>
      body['isRepeatConfirmed'] === true
        ? ok({ approval: 'provider', colleagues: [], isWithoutColleague: false, isBraked: false })
        : doubted,
    );
    const { dialog } = await start(action);
    await fillPayout();
    await submit(action);
    const asked = await question();
    expect(asked).toHaveAccessibleName('This person may have got it already');
    await press('Do not send', asked);
    await isGone();
    expect(sent()).toEqual([]);
    await submit(action);
    await press('Go on all the same', await question());
    await screen.findByRole('region', { name: 'Review' });
    await isGone();
    await submit(action);
    await dialog.findByText(/waits for approval/);
    expect(reviewed()).toEqual([undefined, undefined, true]);
    expect(confirmations()).toEqual([true]);
  });
});
