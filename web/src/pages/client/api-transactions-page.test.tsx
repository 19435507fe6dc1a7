import type { ApiTransaction, PaymentTrace } from '@sente/contract/api-transactions';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { owner, ownCompanyId, signInAs, withoutCompany } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import ApiTransactionsPage from './api-transactions-page.tsx';

const recordId = '01900000-0000-7000-8000-000000000001';
const row: ApiTransaction = {
  record_id: recordId,
  transaction_id: '01J0000000E00800000000000W',
  phone_number: '256772000001',
  transaction_amount: 25_000.5,
  network: 'MTN',
  status: 'SUCCESS',
  record_date: '2026-01-05T10:00:00.000Z',
  thirdparty_notified: '1',
  direction: 'collection',
  reference: 'ORDER-9',
};
const rowOf = (n: number, more: Partial<ApiTransaction> = {}): ApiTransaction => ({
  ...row,
  record_id: `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`,
  ...more,
});
const meta = {
  totalCount: 1,
  isCountExact: true,
  page: 1,
  isCapped: false,
  nextAfter: null,
  statuses: ['REFUNDED', 'SUCCESS'],
  networks: ['AIRTEL', 'MTN'],
};
const trace: PaymentTrace = {
  apiTransaction: row,
  direction: 'collection',
  fee: 250,
  reference: 'ORDER-9',
  description: null,
  accountNumber: '100200300',
  productCode: 'DAY',
  voucherCode: 'CODE-1',
  networkReference: null,
  reversedAt: null,
  summary: 'Paid: MTN MoMo has confirmed it.',
  nextStepAt: null,
  steps: [
    {
      at: '2026-01-05T10:00:00.000Z',
      kind: 'requested',
      title: 'Asked for through the API',
      isGood: null,
      exchange: null,
    },
    {
      at: '2026-01-05T10:00:01.000Z',
      kind: 'sent',
      title: 'Sent to MTN',
      isGood: true,
      exchange: { request: 'POST /requesttopay', answer: null, durationMs: 1_200 },
    },
  ],
  ledger: {
    transactionId: '01900000-0000-7000-8000-0000000000aa',
    status: 'completed',
    held: 0,
    legs: [{ account: 'Main till', amount: 24_750.5, balanceAfter: 30_000 }],
  },
  webhookState: 'delivered',
};

type Answer = { status?: number; body?: unknown; type?: string; text?: string } | 'cut off';
const good = (data: unknown, more?: unknown): Answer => ({
  body: { success: true, data, ...(more ? { meta: more } : {}) },
});

let answers: Record<string, Answer>;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL): Promise<Response> {
  const [path = '', query = ''] = String(input)
    .replace(`/api/Transaction/${ownCompanyId}/`, '')
    .split('?');
  if (path !== '/api/Networks') calls.push(query ? `${path}?${query}` : path);
  const answer = answers[path];
  if (!answer) throw new Error(`No answer for ${path}`);
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  return new Response(answer.text ?? JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': answer.type ?? 'application/json' },
  });
}

function Where() {
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="where">{useLocation().search}</output>
      <button onClick={() => void navigate(-1)}>One step back</button>
    </>
  );
}

function open(address = '/client/apitransactions') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/client', address]} useTransitions={false}>
        <ApiTransactionsPage />
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const where = () => screen.getByTestId('where');
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'API Transactions' });
  await within(table).findAllByText('MTN');
  return within(table).getAllByRole('row').slice(1);
};

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answers = {
    transactions: good([row], meta),
    '/api/Networks': good([]),
    [`transactions/${recordId}/trace`]: good(trace),
  };
  calls = [];
  client = createQueryClient();
  signInAs(owner);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the list', () => {
  it('shows each request, with Yes only for those that were told', async () => {
    const others = ['0', '', 'yes'].map((told, n) =>
      rowOf(n + 2, { thirdparty_notified: told, status: 'ODD' }),
    );
    answers['transactions'] = good([row, ...others], { ...meta, totalCount: 4 });
    open();
    const all = await rows();
    expect(all[0]).toHaveTextContent(
      /01J00000…000W.*CollectionORDER-9.*256772000001.*MTN.*UGX 25,000\.50.*SUCCESS.*Yes.*Jan 05, 2026/,
    );
    expect(all.slice(1).map((each) => within(each).getByText('No'))).toHaveLength(3);
    expect(calls[0]).toBe('transactions?limit=10&page=1');
  });

  it.each([
    ['SUCCESS', 'success'],
    ['FAILED', 'danger'],
    ['PENDING', 'warning'],
    ['PROCESSING', 'info'],
    ['REFUNDED', 'muted'],
  ])('dresses %s', async (status, tone) => {
    answers['transactions'] = good([{ ...row, status }], meta);
    open();
    const [first] = await rows();
    expect(within(first!).getByText(status).className).toContain(tone);
  });

  it('filters by the four, by what else there is, and by the networks of the data', async () => {
    open();
    await rows();
    const status = screen.getByRole('combobox', { name: 'Status' });
    const texts = (select: HTMLElement) =>
      [...select.querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(texts(status)).toEqual([
      'All Statuses',
      'PENDING',
      'PROCESSING',
      'SUCCESS',
      'FAILED',
      'REFUNDED',
    ]);
    const network = screen.getByRole('combobox', { name: 'Network' });
    expect(texts(network)).toEqual(['All Networks', 'AIRTEL', 'MTN']);
    await user.selectOptions(status, 'FAILED');
    await user.selectOptions(network, 'MTN');
    await waitFor(() =>
      expect(calls.at(-1)).toBe('transactions?status=FAILED&network=MTN&limit=10&page=1'),
    );
    expect(where()).toHaveTextContent('?status=FAILED&network=MTN');
  });

  it('searches, and begins again at the first page', async () => {
    open('/client/apitransactions?page=3');
    await rows();
    await user.type(screen.getByRole('searchbox'), '0772');
    await waitFor(() => expect(calls.at(-1)).toBe('transactions?search=0772&limit=10&page=1'));
    expect(where()).toHaveTextContent('?search=0772');
  });

  it('has at most five page buttons, and says when there are more than are counted', async () => {
    const many = Array.from({ length: 10 }, (_, n) => rowOf(n));
    answers['transactions'] = good(many, {
      ...meta,
      totalCount: 10_000,
      isCountExact: false,
      page: 6,
    });
    open('/client/apitransactions?page=6');
    await rows();
    expect(screen.getAllByRole('button', { name: /^Page / })).toHaveLength(5);
    expect(screen.getByText('Showing 51 to 60 of 10,000 requests')).toBeVisible();
    expect(screen.getByText(/There are more than these/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(calls.at(-1)).toBe('transactions?limit=10&page=7'));
  });

  it('finds the page itself when the server answers everything', async () => {
    const all = Array.from({ length: 12 }, (_, n) => rowOf(n, { phone_number: `25677200${n}` }));
    answers['transactions'] = { body: [...all, rowOf(90, { network: 'AIRTEL' })] };
    open('/client/apitransactions?network=MTN&page=2');
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText('Showing 11 to 12 of 12 requests')).toBeVisible();
  });

  it('tells none that match from none yet, and leads back', async () => {
    answers['transactions'] = good([], { ...meta, totalCount: 0 });
    open('/client/apitransactions?status=FAILED');
    expect(await screen.findByText('No API transactions match')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('No API transactions yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add Money' })).toHaveAttribute(
      'href',
      '/client?action=add-money',
    );
    expect(where()).toBeEmptyDOMElement();
  });

  it('keeps the filters on Refresh', async () => {
    open('/client/apitransactions?status=SUCCESS');
    await rows();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toBe(calls[0]);
  });

  it.each([
    [{ status: 500, body: { success: false, message: 'Down for repair' } }, 'Down for repair'],
    [{ status: 500, body: {} }, 'Failed to fetch API transactions'],
    [{ body: { success: false } }, 'Failed to fetch API transactions'],
    [{ body: { success: true, data: 'rows' } }, 'Invalid response format'],
    [{ type: 'text/html', text: '<html>' }, 'Invalid response format'],
    [{ text: '[{"record' }, 'Response is not valid JSON'],
    ['cut off', 'Network error occurred'],
  ] as const)('says when it cannot be loaded: %j', async (answer, text) => {
    answers['transactions'] = answer;
    open();
    const panel = (
      await screen.findByText('Failed to load API transactions', undefined, { timeout: 3_000 })
    ).closest('[role="alert"]') as HTMLElement;
    expect(panel).toHaveTextContent(text);
    answers['transactions'] = good([row], meta);
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
  });

  it('says that a user without a company has none', async () => {
    signInAs(withoutCompany);
    open();
    expect(await screen.findByText('No company ID')).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('the export', () => {
  const press = async () => {
    await rows();
    calls = [];
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  };
  const toasted = () => document.querySelector('[data-toast] p');

  it('saves all that pass the filters, and not only the page', async () => {
    const blobs: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => {},
    });
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    open('/client/apitransactions?status=SUCCESS&network=MTN&search=0772&page=2');
    await press();
    await waitFor(() => expect(toasted()).toHaveTextContent('Exported 1 API transaction'));
    expect(calls).toEqual(['transactions?search=0772&status=SUCCESS&network=MTN&limit=1000']);
    expect(names[0]).toMatch(/^api-transactions-\d{4}-\d\d-\d\d\.csv$/);
    const text = await textOf(blobs[0]!);
    expect(text.trim().split('\r\n')).toEqual([
      '"Date","Transaction ID","Record ID","Request","Reference","Phone Number","Network","Amount (UGX)","Status","Third Party Notified"',
      `"2026-01-05 13:00:00","${row.transaction_id}","${recordId}","Collection","ORDER-9","256772000001","MTN","25000.5","SUCCESS","Yes"`,
    ]);
    click.mockRestore();
  });

  it('says why it failed and keeps the list', async () => {
    open();
    await rows();
    answers['transactions'] = { status: 500, body: {} };
    await press();
    await waitFor(() =>
      expect(toasted()).toHaveTextContent(
        'Failed to export API transactions. The server gave no reason. Nothing was saved, try again.',
      ),
    );
    expect(await rows()).toHaveLength(1);
  });

  it('has nothing to do without rows', async () => {
    answers['transactions'] = good([], { ...meta, totalCount: 0 });
    open();
    await screen.findByText('No API transactions yet');
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });
});

/** jsdom's own has no text(). */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(blob);
  });
}

describe('the trace', () => {
  const drawer = () => screen.findByRole('dialog', { name: 'Payment trace' });

  it('opens from a row, stands in the address, and goes with Back and Escape', async () => {
    open();
    const [first] = await rows();
    await user.click(within(first!).getByText('256772000001'));
    expect(await drawer()).toBeVisible();
    expect(where()).toHaveTextContent(`?request=${recordId}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(where()).toBeEmptyDOMElement();
    await user.click(within((await rows())[0]!).getByRole('link'));
    await drawer();
    await act(async () => screen.getByText('One step back').click());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('tells the whole story', async () => {
    open(`/client/apitransactions?request=${recordId}&status=SUCCESS`);
    const panel = await drawer();
    expect(await within(panel).findByText('Paid: MTN MoMo has confirmed it.')).toBeVisible();
    for (const text of ['Collection', 'CODE-1', 'ORDER-9', 'DAY', row.transaction_id, recordId]) {
      expect(panel).toHaveTextContent(text);
    }
    expect(within(panel).getByRole('button', { name: 'Copy voucher' })).toBeVisible();
    expect(within(panel).getByRole('row', { name: /Main till/ })).toHaveTextContent('+24,750.50');
    await user.click(within(panel).getByText(/Request and answer/));
    expect(within(panel).getByText('POST /requesttopay')).toBeVisible();
    expect(within(panel).getByText('There was no answer.')).toBeVisible();
    // Opened by its address there is no step to go back to.
    await user.keyboard('{Escape}');
    await waitFor(() => expect(where()).toHaveTextContent('?status=SUCCESS'));
    expect(where()).not.toHaveTextContent('request');
  });

  it('says that the provider took it back', async () => {
    answers[`transactions/${recordId}/trace`] = good({
      ...trace,
      reversedAt: '2026-01-06T09:30:00.000Z',
      steps: [
        ...trace.steps,
        {
          at: '2026-01-06T09:30:00.000Z',
          kind: 'reversed',
          title: 'Taken back by the provider: UGX 24,750.50 left the account again',
          isGood: false,
          exchange: null,
        },
      ],
    } satisfies PaymentTrace);
    open(`/client/apitransactions?request=${recordId}`);
    const panel = await drawer();
    const summary = await within(panel).findByRole('region', { name: 'Summary' });
    expect(summary).toHaveTextContent('Taken back');
    expect(within(panel).getByText(/^Taken back by the provider/)).toBeVisible();
  });

  it('refreshes itself while it is under way, and not afterwards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const name = `transactions/${recordId}/trace`;
    const processing = { ...row, status: 'PROCESSING' };
    answers[name] = good({
      ...trace,
      apiTransaction: processing,
      summary: 'The payer has not answered yet.',
      voucherCode: null,
      ledger: null,
    });
    open(`/client/apitransactions?request=${recordId}`);
    expect(await screen.findByText('The payer has not answered yet.')).toBeVisible();
    expect(screen.getByText('This panel refreshes itself.')).toBeVisible();
    expect(screen.getByText('No money has moved.')).toBeVisible();
    answers[name] = good(trace);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByText('Paid: MTN MoMo has confirmed it.')).toBeVisible();
    const asked = calls.filter((call) => call === name).length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(calls.filter((call) => call === name)).toHaveLength(asked);
    vi.useRealTimers();
  });

  it('says that there is no such request', async () => {
    answers[`transactions/${recordId}/trace`] = {
      status: 404,
      body: { success: false, message: 'API transaction not found' },
    };
    open(`/client/apitransactions?request=${recordId}`);
    expect(await screen.findByText('API transaction not found')).toBeVisible();
  });

  it.each([
    [{ status: 500, body: { message: 'Too slow' } }, 'Too slow'],
    [good({ apiTransaction: row }), 'Invalid response format'],
    [{ type: 'text/html', text: '<html>' }, 'Invalid response format'],
  ] as const)('says when it cannot be loaded, and can be tried again: %j', async (answer, text) => {
    answers[`transactions/${recordId}/trace`] = answer;
    open(`/client/apitransactions?request=${recordId}`);
    const panel = (
      await screen.findByText('Failed to load the payment trace', undefined, { timeout: 3_000 })
    ).closest('[role="alert"]') as HTMLElement;
    expect(panel).toHaveTextContent(text);
    answers[`transactions/${recordId}/trace`] = good(trace);
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Paid: MTN MoMo has confirmed it.')).toBeVisible();
  });
});
