import { approvals } from '@sente/contract/approvals';
import { fees } from '@sente/contract/fees';
import { settlements } from '@sente/contract/settlements';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { toasts } from '../../testing/messages.ts';
import { renderPart } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { noSchedule } from '../../testing/settlements.ts';
import { aFee } from '../../testing/staff-records.ts';
import { press, user } from '../../testing/user.ts';
import { CompanyFees } from './company-fees.tsx';

const planned = aFee({
  id: '55555555-5555-4555-8555-555555555555',
  isCurrent: false,
  effectiveFrom: '2199-01-31T05:00:00.000Z',
  rule: { kind: 'percent', percent: 3, minimum: null, maximum: null },
});
const past = aFee({
  id: '66666666-6666-4666-8666-666666666666',
  isCurrent: false,
  effectiveFrom: '2025-01-31T05:00:00.000Z',
  rule: { kind: 'banded', bands: [upTo(5_000, 100), upTo(null, 200)] },
});

const open = () => renderPart(<CompanyFees companyId="c-1" companyName="Gulu Builders" />);

beforeEach(() => {
  serve(fees.list, ok([]));
  serve(settlements.terms, ok(noSchedule));
  serve(fees.add, ok(planned));
  serve(fees.remove, ok());
});

describe('the card', () => {
  it('describes the current, planned and past fees', async () => {
    serve(fees.list, ok([planned, aFee(), past]));
    open();
    expect(screen.getByText('Loading fees')).toBeInTheDocument();
    expect(await screen.findByText('1.5%, at least UGX 100')).toBeVisible();
    expect(screen.getByText('No fee')).toBeVisible();
    const waiting = screen.getByRole('region', { name: 'Planned fees' });
    expect(waiting).toHaveTextContent('3%');
    const history = screen.getByRole('region', { name: 'History fees' });
    expect(history).toHaveTextContent('UGX 100 up to UGX 5,000, UGX 200 above');
    expect(within(history).queryByRole('button')).not.toBeInTheDocument();
  });

  it('says what a settlement costs as for all companies', async () => {
    const rule = { kind: 'banded', bands: [upTo(null, 2_500)] } as const;
    serve(settlements.terms, ok({ ...noSchedule, rule }));
    open();
    const cost = await screen.findByText('UGX 2,500 each');
    expect(cost.closest('dd')).toHaveTextContent('As for all companies');
  });

  it('shows the error and retries', async () => {
    serve(fees.list, silent);
    open();
    const failure = (await screen.findByText('Failed to load fees')).closest('[role="alert"]');
    expect(screen.getByRole('button', { name: 'Set Fee' })).toBeDisabled();
    serve(fees.list, ok([]));
    await press('Try Again', failure as HTMLElement);
    expect(await screen.findAllByText('No fee')).toHaveLength(2);
  });
});

describe('setting a fee', () => {
  const sent = () => calls(fees.add).map(({ body }) => body);
  async function openDialog(): Promise<HTMLElement> {
    open();
    const button = await screen.findByRole('button', { name: 'Set Fee' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    return screen.findByRole('dialog');
  }
  const save = (dialog: HTMLElement) => press('Set Fee', dialog);

  it('says what applies now, and that a lower fee waits for a second person', async () => {
    serve(fees.list, ok([aFee()]));
    const dialog = await openDialog();
    expect(dialog).toHaveTextContent('A lower fee waits for a second person.');
    const direction = within(dialog).getByLabelText('Direction');
    await user.selectOptions(direction, aFee().direction === 'payout' ? 'Payouts' : 'Collections');
    expect(direction).toHaveAccessibleDescription(/^Now: 1\.5%, at least UGX\s100/u);
    await user.selectOptions(direction, 'Settlements');
    expect(direction).toHaveAccessibleDescription(/^Now: /);
  });

  it('starts with what applies, and says which direction waits before anything is typed', async () => {
    serve(fees.list, ok([aFee()]));
    const waiting = { kind: 'fee', feeOf: 'collection', sentence: 'Set it to 1%.' } as const;
    serve(approvals.list, ok([anApproval(waiting)]));
    const dialog = await openDialog();
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('1.5');
    expect(within(dialog).getByLabelText('Minimum')).toHaveValue('100');
    expect(await within(dialog).findByText('A fee on collections waits already')).toBeVisible();
    const link = within(dialog).getByRole('link', { name: 'Open the request' });
    expect(link).toHaveAttribute('href', `/approvals/${anApproval().id}`);
    await save(dialog);
    expect(await within(dialog).findByText('This fee applies already')).toBeVisible();
    const direction = within(dialog).getByLabelText('Direction');
    await user.selectOptions(direction, 'Payouts');
    expect(within(dialog).queryByText(/waits already/)).toBeNull();
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('');
    await save(dialog);
    expect(await within(dialog).findByText('Percent is required')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Percent/), '2');
    await user.selectOptions(direction, 'Collections');
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('1.5');
    await user.clear(within(dialog).getByLabelText(/Percent/));
    await user.type(within(dialog).getByLabelText(/Percent/), '1.2');
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      /costs UGX 120, now UGX 150: .* the one that waits is decided first\.$/,
    );
    expect(within(dialog).getByRole('button', { name: 'Ask for Approval' })).toBeDisabled();
    await user.selectOptions(direction, 'Payouts');
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('2');
    expect(sent()).toEqual([]);
  });

  it('says until when a fee applies if another one is planned', async () => {
    serve(fees.list, ok([planned, aFee()]));
    const dialog = within(await openDialog());
    await user.clear(dialog.getByLabelText(/Percent/));
    await user.type(dialog.getByLabelText(/Percent/), '1.2');
    expect(dialog.getByRole('status')).toHaveTextContent(/It applies until .+, when .+ begins\./);
  });

  it('judges a fee that starts later by what applies then', async () => {
    serve(fees.list, ok([planned, aFee()]));
    const waiting = { kind: 'fee', feeOf: 'collection', sentence: 'Set it to 1%.' } as const;
    serve(approvals.list, ok([anApproval(waiting)]));
    const dialog = within(await openDialog());
    await dialog.findByText('A fee on collections waits already');
    await user.selectOptions(dialog.getByLabelText('Starts'), 'At a date and time');
    const button = () => dialog.getByRole('button', { name: /Set Fee|Ask for Approval/ });
    const percent = async (text: string) => {
      await user.clear(dialog.getByLabelText(/Percent/));
      await user.type(dialog.getByLabelText(/Percent/), text);
    };
    // Below what applies now, and no time yet.
    await percent('1.2');
    expect(button()).toBeDisabled();
    fireEvent.change(dialog.getByLabelText(/^Date and Time/), {
      target: { value: '2198-01-31T08:00' },
    });
    expect(dialog.getByRole('status')).toHaveTextContent(/the one that waits is decided first\.$/);
    await percent('2');
    expect(button()).toHaveTextContent('Set Fee');
    expect(button()).toBeEnabled();
    // From 2199 on it is 3%.
    fireEvent.change(dialog.getByLabelText(/^Date and Time/), {
      target: { value: '2199-02-28T08:00' },
    });
    expect(dialog.getByRole('status')).toHaveTextContent(
      /costs UGX 200, until then UGX 300: .* the one that waits is decided first\.$/,
    );
    expect(button()).toBeDisabled();
  });

  it('sends the typed values in the format of the server', async () => {
    const dialog = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Direction'), 'payout');
    await user.type(within(dialog).getByLabelText(/Percent/), '1.25');
    await user.type(within(dialog).getByLabelText('Maximum'), '5,000');
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      'A payout of UGX 10,000 costs UGX 125, now UGX 0: UGX 10,125 leave the account.',
    );
    await user.selectOptions(within(dialog).getByLabelText('Starts'), 'later');
    await user.type(within(dialog).getByLabelText(/Date and Time/), '2199-01-31T08:00');
    await save(dialog);
    expect(await screen.findByText('Fee set successfully')).toBeInTheDocument();
    expect(sent()).toEqual([
      {
        direction: 'payout',
        rule: { kind: 'percent', percent: 1.25, minimum: null, maximum: 5_000 },
        effectiveFrom: '2199-01-31T05:00:00.000Z',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('marks the first wrong field and sends nothing', async () => {
    const dialog = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Kind of Fee'), 'banded');
    await user.selectOptions(within(dialog).getByLabelText('Starts'), 'later');
    await user.type(within(dialog).getByLabelText('Band 1: up to'), '5000');
    await press('Add Band', dialog);
    await user.type(within(dialog).getByLabelText('Band 2: up to'), '4000');
    for (const [n, label] of ['Band 1: fee', 'Band 2: fee', 'Band 3: fee'].entries()) {
      await user.type(within(dialog).getByLabelText(label), `${n}`);
    }
    await save(dialog);
    expect(await within(dialog).findByText('Must be above the band before')).toBeVisible();
    expect(within(dialog).getByText('Choose a date and time')).toBeVisible();
    expect(within(dialog).getByLabelText('Band 2: up to')).toHaveFocus();
    expect(sent()).toEqual([]);
    await press('Remove band 2', dialog);
    expect(within(dialog).queryByLabelText('Band 3: fee')).not.toBeInTheDocument();
  });

  it.each([
    ['1,5', 'Write a percentage as 1.5, with a dot'],
    ['1,500', 'Write a percentage as 1.5, with a dot'],
    ['1 5', 'Write a percentage as 1.5, with a dot'],
    ['1.555', 'Must have at most two decimals'],
    ['abc', 'Write a percentage as 1.5, with a dot'],
  ])('refuses %s as a percentage', async (typed, message) => {
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), typed);
    expect(within(dialog).getByRole('status')).toHaveTextContent('Fill in the fee');
    await save(dialog);
    expect(await within(dialog).findByText(message)).toBeVisible();
    expect(within(dialog).getByLabelText(/Percent/)).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['Minimum', '1,5'],
    ['Maximum', '15,00'],
    ['Maximum', '1 50'],
    ['Maximum', '1,500 000'],
  ])('refuses a %s of %s', async (label, typed) => {
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '1.5');
    await user.type(within(dialog).getByLabelText(label), typed);
    await save(dialog);
    expect(
      await within(dialog).findByText('Write an amount of UGX as 1500 or 1,500'),
    ).toBeVisible();
    expect(within(dialog).getByLabelText(label)).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('says that nothing of a fee is negative', async () => {
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '-5');
    await user.type(within(dialog).getByLabelText('Minimum'), '-5');
    await save(dialog);
    expect(await within(dialog).findAllByText('Must not be negative')).toHaveLength(2);
    expect(sent()).toEqual([]);
  });

  it('refuses ambiguous band amounts and reads grouped ones', async () => {
    const dialog = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Kind of Fee'), 'banded');
    await user.type(within(dialog).getByLabelText('Band 1: up to'), '1,5');
    await user.type(within(dialog).getByLabelText('Band 1: fee'), '1 500');
    await user.type(within(dialog).getByLabelText('Band 2: fee'), '2,5');
    await save(dialog);
    expect(
      await within(dialog).findAllByText('Write an amount of UGX as 1500 or 1,500'),
    ).toHaveLength(2);
    expect(sent()).toEqual([]);
    for (const [label, text] of [
      ['Band 1: up to', '1,500,000'],
      ['Band 2: fee', '2,500'],
    ] as const) {
      await user.clear(within(dialog).getByLabelText(label));
      await user.type(within(dialog).getByLabelText(label), text);
    }
    await save(dialog);
    expect(await screen.findByText('Fee set successfully')).toBeInTheDocument();
    expect(sent()).toEqual([
      {
        direction: 'collection',
        rule: {
          kind: 'banded',
          bands: [
            { upTo: 1_500_000, fee: 1_500 },
            { upTo: null, fee: 2_500 },
          ],
        },
      },
    ]);
  });

  it('warns about a fee that takes the whole amount', async () => {
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '1');
    await user.type(within(dialog).getByLabelText('Minimum'), '10000');
    expect(within(dialog).getByRole('status')).toHaveTextContent('the fee takes all of it');
  });

  it("stays open with the server's reason at the named field", async () => {
    const message = 'Another fee of this direction begins at this moment';
    serve(fees.add, refused(400, message, { fields: { effectiveFrom: message } }));
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '2');
    await user.selectOptions(within(dialog).getByLabelText('Starts'), 'later');
    await user.type(within(dialog).getByLabelText(/Date and Time/), '2199-01-31T08:00');
    await save(dialog);
    expect(await within(dialog).findByText(message)).toBeVisible();
    expect(within(dialog).getByLabelText(/Date and Time/)).toHaveAccessibleDescription(message);
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('2');
  });

  it('has a default text when the server sends none', async () => {
    serve(fees.add, silent);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '2');
    await save(dialog);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to set fee');
    expect(toasts()).toEqual([]);
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('2');
  });
});

describe('withdrawing a planned fee', () => {
  const ask = async () => {
    serve(fees.list, ok([planned, aFee()]));
    open();
    await press(/^Remove the fee from Jan 31, 2199/);
    return screen.findByRole('alertdialog');
  };

  it('asks first and confirms', async () => {
    const dialog = await ask();
    expect(dialog).toHaveTextContent('Collections: 3%, from January 31, 2199 at 8:00 AM.');
    serve(fees.list, ok([aFee()]));
    await press('Remove Fee', dialog);
    expect(await screen.findByText('Planned fee removed successfully')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Planned fees' })).not.toBeInTheDocument(),
    );
  });

  it.each([
    ['This fee has begun', refused(409, 'This fee has begun')],
    ['Failed to remove fee', silent],
  ])('stays open with the reason: %s', async (reason, answer) => {
    serve(fees.remove, answer);
    const dialog = await ask();
    await press('Remove Fee', dialog);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(reason);
  });
});

function upTo(amount: number | null, fee: number) {
  return { upTo: amount, fee };
}
