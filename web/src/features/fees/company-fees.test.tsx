import type { FeeSchedule } from '@sente/contract/fees';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import { CompanyFees } from './company-fees.tsx';

const fee = (changes: Partial<FeeSchedule>): FeeSchedule => ({
  id: '44444444-4444-4444-8444-444444444444',
  direction: 'collection',
  rule: { kind: 'percent', percent: 1.5, minimum: 100, maximum: null },
  effectiveFrom: '2026-01-31T05:00:00.000Z',
  isCurrent: true,
  createdBy: 'Ruth Auma',
  createdAt: '2026-01-31T05:00:00.000Z',
  ...changes,
});
const planned = fee({
  id: '55555555-5555-4555-8555-555555555555',
  isCurrent: false,
  effectiveFrom: '2199-01-31T05:00:00.000Z',
  rule: { kind: 'percent', percent: 3, minimum: null, maximum: null },
});
const past = fee({
  id: '66666666-6666-4666-8666-666666666666',
  isCurrent: false,
  effectiveFrom: '2025-01-31T05:00:00.000Z',
  rule: {
    kind: 'banded',
    bands: [
      { upTo: 5_000, fee: 100 },
      { upTo: null, fee: 200 },
    ],
  },
});

/** Answers by method; what a test sets comes first. */
const server = {
  fees: [] as FeeSchedule[],
  refusals: new Map<string, [number, object]>(),
  bodies: [] as unknown[],
};
const user = userEvent.setup({ delay: null });
let client: QueryClient;

async function serve(_input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const method = init?.method ?? 'GET';
  if (typeof init?.body === 'string') server.bodies.push(JSON.parse(init.body));
  const [status, body] = server.refusals.get(method) ?? [
    200,
    { success: true, data: method === 'GET' ? server.fees : method === 'POST' ? planned : null },
  ];
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  Object.assign(server, { fees: [], refusals: new Map(), bodies: [] });
  client = createQueryClient();
  signInAs(administrator);
});
afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter useTransitions={false}>
        <CompanyFees companyId="c-1" companyName="Gulu Builders" />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function openDialog(): Promise<HTMLElement> {
  open();
  const button = await screen.findByRole('button', { name: 'Set Fee' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  return screen.findByRole('dialog');
}
const save = (dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('button', { name: 'Set Fee' }));

describe('the card', () => {
  it('says in words what counts, what is planned and what was', async () => {
    server.fees = [planned, fee({}), past];
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

  it('says why it has none to show, and tries again', async () => {
    server.refusals.set('GET', [500, { success: false }]);
    open();
    const failure = (await screen.findByText('Failed to load fees')).closest('[role="alert"]');
    expect(screen.getByRole('button', { name: 'Set Fee' })).toBeDisabled();
    server.refusals.clear();
    await user.click(within(failure as HTMLElement).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findAllByText('No fee')).toHaveLength(2);
  });
});

describe('setting one', () => {
  it('sends what was typed, as the server wants it', async () => {
    const dialog = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Direction'), 'payout');
    await user.type(within(dialog).getByLabelText(/Percent/), '1.25');
    await user.type(within(dialog).getByLabelText('Maximum'), '5,000');
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      'A payout of UGX 10,000 costs UGX 125: UGX 10,125 leave the account.',
    );
    await user.selectOptions(within(dialog).getByLabelText('Starts'), 'later');
    await user.type(within(dialog).getByLabelText(/Date and Time/), '2199-01-31T08:00');
    await save(dialog);
    expect(await screen.findByText('Fee set successfully')).toBeInTheDocument();
    expect(server.bodies).toEqual([
      {
        direction: 'payout',
        rule: { kind: 'percent', percent: 1.25, minimum: null, maximum: 5_000 },
        effectiveFrom: '2199-01-31T05:00:00.000Z',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('points at the first field that is wrong and sends nothing', async () => {
    const dialog = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Kind of Fee'), 'banded');
    await user.selectOptions(within(dialog).getByLabelText('Starts'), 'later');
    await user.type(within(dialog).getByLabelText('Band 1: up to'), '5000');
    await user.click(within(dialog).getByRole('button', { name: 'Add Band' }));
    await user.type(within(dialog).getByLabelText('Band 2: up to'), '4000');
    for (const [n, label] of ['Band 1: fee', 'Band 2: fee', 'Band 3: fee'].entries()) {
      await user.type(within(dialog).getByLabelText(label), `${n}`);
    }
    await save(dialog);
    expect(await within(dialog).findByText('Must be above the band before')).toBeVisible();
    expect(within(dialog).getByText('Choose a date and time')).toBeVisible();
    expect(within(dialog).getByLabelText('Band 2: up to')).toHaveFocus();
    expect(server.bodies).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Remove band 2' }));
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
    expect(server.bodies).toEqual([]);
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
    expect(server.bodies).toEqual([]);
  });

  it('refuses bands whose amounts could mean anything, and reads grouped ones', async () => {
    const dialog = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Kind of Fee'), 'banded');
    await user.type(within(dialog).getByLabelText('Band 1: up to'), '1,5');
    await user.type(within(dialog).getByLabelText('Band 1: fee'), '1 500');
    await user.type(within(dialog).getByLabelText('Band 2: fee'), '2,5');
    await save(dialog);
    expect(
      await within(dialog).findAllByText('Write an amount of UGX as 1500 or 1,500'),
    ).toHaveLength(2);
    expect(server.bodies).toEqual([]);
    for (const [label, text] of [
      ['Band 1: up to', '1,500,000'],
      ['Band 2: fee', '2,500'],
    ] as const) {
      await user.clear(within(dialog).getByLabelText(label));
      await user.type(within(dialog).getByLabelText(label), text);
    }
    await save(dialog);
    expect(await screen.findByText('Fee set successfully')).toBeInTheDocument();
    expect(server.bodies).toEqual([
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

  it('warns of a fee that takes the whole amount', async () => {
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '1');
    await user.type(within(dialog).getByLabelText('Minimum'), '10000');
    expect(within(dialog).getByRole('status')).toHaveTextContent('the fee takes all of it');
  });

  it("stays open with the server's reason, at the field that it names", async () => {
    const message = 'Another fee of this direction begins at this moment';
    server.refusals.set('POST', [
      400,
      { success: false, message, code: 'already_in_use', fields: { effectiveFrom: message } },
    ]);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '2');
    await user.selectOptions(within(dialog).getByLabelText('Starts'), 'later');
    await user.type(within(dialog).getByLabelText(/Date and Time/), '2199-01-31T08:00');
    await save(dialog);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message);
    expect(within(dialog).getByLabelText(/Date and Time/)).toHaveAccessibleDescription(message);
    expect(within(dialog).getByLabelText(/Percent/)).toHaveValue('2');
  });

  it('has its own words when the server has none', async () => {
    server.refusals.set('POST', [500, { success: false }]);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText(/Percent/), '2');
    await save(dialog);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to set fee');
  });
});

describe('taking a planned one back', () => {
  const ask = async () => {
    server.fees = [planned, fee({})];
    open();
    await user.click(
      await screen.findByRole('button', { name: /^Remove the fee from Jan 31, 2199/ }),
    );
    return screen.findByRole('alertdialog');
  };

  it('asks first and says that it is done', async () => {
    const dialog = await ask();
    expect(dialog).toHaveTextContent('Collections: 3%, from January 31, 2199 at 8:00 AM.');
    server.fees = [fee({})];
    await user.click(within(dialog).getByRole('button', { name: 'Remove Fee' }));
    expect(await screen.findByText('Planned fee removed successfully')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Planned fees' })).not.toBeInTheDocument(),
    );
  });

  it.each([
    [409, { success: false, message: 'This fee has begun' }, 'This fee has begun'],
    [500, { success: false }, 'Failed to remove fee'],
  ])('stays open with the reason of a %i', async (status, body, reason) => {
    server.refusals.set('DELETE', [status, body]);
    const dialog = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'Remove Fee' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(reason);
  });
});
