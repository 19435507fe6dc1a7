import type { InternetProduct } from '@sente/contract/internet-products';
import type { ProductCode } from '@sente/contract/product-codes';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { FakeUpload } from '../../testing/upload.ts';
import { owner, ownCompanyId, signInAs, withoutCompany } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import ProductCodesPage from './product-codes-page.tsx';

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const code = (n: number, more: Partial<Record<keyof ProductCode, unknown>> = {}) => ({
  record_id: idOf(n),
  code: `KLA-${n}`,
  product_type: 'DAY-1',
  record_date: '2026-01-05T10:00:00.000Z',
  used: '0',
  used_date: null,
  ...more,
});
const product: InternetProduct = {
  recordId: idOf(77),
  productCode: 'DAY-1',
  productName: 'Day pass',
  amount: 1_000,
  active: true,
  stock: 4,
  companyId: ownCompanyId,
  recordDate: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  isDeleted: false,
};

// Whole pages in jsdom, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5_000 });

type Answer = { status?: number; body?: unknown; text?: string; type?: string } | 'cut off';
const good = (data: unknown, meta?: unknown): Answer => ({
  body: { success: true, data, ...(meta ? { meta } : {}) },
});
const metaOf = (totalCount: number, more: object = {}) => ({
  totalCount,
  availableCount: totalCount,
  reservedCount: 0,
  isCapped: false,
  productTypes: ['DAY-1', 'WEEK'],
  ...more,
});

const codesPath = `/Company/${ownCompanyId}/products`;
const productsPath = `/v1/InternetProducts/company/${ownCompanyId}`;
let answers: Record<string, Answer>;
let queries: string[];
let client: QueryClient;
// Also files that the picker would not offer: whoever wants to can choose "all files".
const user = userEvent.setup({ delay: null, applyAccept: false, pointerEventsCheck: 0 });

async function serve(input: RequestInfo | URL): Promise<Response> {
  const [path = '', query = ''] = String(input).replace('/api', '').split('?');
  if (path === codesPath) queries.push(query);
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

function open(search = '') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter
        initialEntries={['/client', `/client/product-codes${search}`]}
        useTransitions={false}
      >
        <ProductCodesPage />
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const where = () => screen.getByTestId('where').textContent;
const toasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((line) => line.textContent);
const rows = () => [...document.querySelectorAll('tbody tr')];

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  FakeUpload.sent = [];
  queries = [];
  answers = {
    [codesPath]: good([code(1)], metaOf(1)),
    [productsPath]: good([product]),
    [`${productsPath}/active`]: good([product]),
  };
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
  it('shows code, record id, type, status and dates, and leads to the product', async () => {
    const used = { used: '1', used_date: '2026-02-01T10:00:00.000Z', product_type: 'GONE' };
    answers[codesPath] = good([code(1), code(2, used)], metaOf(2, { availableCount: 1 }));
    open();
    await screen.findByText('KLA-1');
    const [first, second] = rows();
    expect(first).toHaveTextContent(
      `KLA-1ID: ${idOf(1)}DAY-1AvailableJan 05, 2026, 1:00 PM-`.replaceAll('  ', ' '),
    );
    expect(second).toHaveTextContent(/GONEUsedJan 05, 2026, 1:00 PMFeb 01, 2026, 1:00 PM/);
    expect(await screen.findByRole('link', { name: 'DAY-1' })).toHaveAttribute(
      'href',
      `/client/internet-products/${idOf(77)}`,
    );
    expect(screen.queryByRole('link', { name: 'GONE' })).not.toBeInTheDocument();
    expect(screen.getByText('2 codes, 1 available')).toBeVisible();
  });

  it('asks the server with its filters, which stand in the address', async () => {
    open();
    await screen.findByText('KLA-1');
    await user.selectOptions(screen.getByLabelText('Status'), 'Unused');
    await user.selectOptions(screen.getByLabelText('Product type'), 'WEEK');
    fireEvent.change(screen.getByLabelText('Search product codes...'), {
      target: { value: 'kla' },
    });
    await waitFor(() => expect(where()).toBe('?status=unused&productType=WEEK&search=kla'));
    await waitFor(() => expect(queries.at(-1)).toBe('search=kla&used=false&productType=WEEK'));
    await user.selectOptions(screen.getByLabelText('Status'), 'Used');
    await waitFor(() => expect(queries.at(-1)).toContain('used=true'));
  });

  it.each([
    ['true', 'false'],
    [true, false],
    [1, 0],
    ['1', '0'],
  ])('of a server that does not filter reads %j as used and %j as not', async (yes, no) => {
    const week = { product_type: 'WEEK', used: no };
    answers[codesPath] = good([code(1, { used: yes }), code(2, week)]);
    open('?status=used');
    await screen.findByText('KLA-1');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveTextContent('Used');
    await user.selectOptions(screen.getByLabelText('Status'), 'Unused');
    await screen.findByText('KLA-2');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveTextContent('Available');
    expect([...screen.getByLabelText('Product type').children].map((o) => o.textContent)).toEqual([
      'All Types',
      'DAY-1',
      'WEEK',
    ]);
  });

  it('shows a hundred at first and more on demand', async () => {
    answers[codesPath] = good(
      Array.from({ length: 130 }, (_, n) => code(n)),
      metaOf(130),
    );
    open();
    await waitFor(() => expect(rows()).toHaveLength(100));
    expect(screen.getByText('Showing 100 of 130 codes')).toBeVisible();
    fireEvent.click(screen.getByText('Show more'));
    expect(rows()).toHaveLength(130);
    expect(screen.getByText('All 130 codes are shown')).toHaveFocus();
    expect(screen.queryByText('Show more')).not.toBeInTheDocument();
  });

  it('does not count as available what a payer is being asked for, like the stock', async () => {
    answers[codesPath] = good(
      [code(1), code(2)],
      metaOf(2, { availableCount: 1, reservedCount: 1 }),
    );
    open();
    expect(await screen.findByText('2 codes, 1 available, 1 in a sale under way')).toBeVisible();
  });

  it('says when there are more than were answered', async () => {
    const counts = { availableCount: 9_000, isCapped: true };
    answers[codesPath] = good([code(1)], metaOf(12_345, counts));
    open();
    expect(
      await screen.findByText(
        '12,345 codes, 9,000 available; the newest 1 are listed. A search or filter finds the others.',
      ),
    ).toBeVisible();
  });

  it('tells none yet from none that match', async () => {
    answers[codesPath] = good([], metaOf(0));
    open('?status=used');
    expect(await screen.findByText('Try adjusting your search or filters.')).toBeVisible();
    await user.click(screen.getByText('Clear Filters'));
    expect(await screen.findByText('Upload a CSV file to add product codes.')).toBeVisible();
    expect(screen.getByText('No product codes found')).toBeVisible();
  });

  it.each([
    [{ status: 500, body: {} }, 'Failed to fetch product codes'],
    [{ body: { success: false } }, 'Failed to fetch product codes'],
    [{ status: 503, body: { message: 'Busy' } }, 'Busy'],
    [{ text: '<html>', type: 'text/html' }, 'Invalid response format'],
    ['cut off', 'Network error occurred. Failed to connect to the server'],
  ] as const)('that fails with %j says so, and can be tried again', async (answer, detail) => {
    answers[codesPath] = answer;
    open();
    const title = await screen.findByText('Error Loading Product Codes');
    const panel = title.closest('[role="alert"]') as HTMLElement;
    expect(panel).toHaveTextContent(
      `Error Loading Product CodesFailed to load product codes${detail}`,
    );
    answers[codesPath] = good([code(1)], metaOf(1));
    await user.click(within(panel).getByText('Try again'));
    expect(await screen.findByText('KLA-1')).toBeVisible();
  });

  it('of somebody without a company says so', () => {
    signInAs(withoutCompany);
    open();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to load product codesNo company ID',
    );
  });
});

describe('the upload', () => {
  const file = (content: BlobPart, name = 'codes.csv', type = 'text/csv') =>
    new File([content], name, { type });
  const dialog = async () =>
    (await screen.findByText('Upload Product Codes')).closest('[role="dialog"]') as HTMLElement;
  const isOpen = () => document.querySelector('[role="dialog"]') !== null;
  const alertIn = async () =>
    waitFor(async () => {
      const alert = (await dialog()).querySelector('[role="alert"]');
      expect(alert).not.toBeNull();
      return alert as HTMLElement;
    });
  const errorList = () => screen.queryByLabelText('Validation Errors');
  const picker = () => screen.getByLabelText(/CSV File/);
  const send = () => user.click(screen.getByText('Upload', { selector: 'button *' }));
  const choose = async (given: File, shown: string | RegExp = /found/) => {
    await dialog();
    await user.upload(picker(), given);
    await screen.findByText(shown);
  };
  const startWith = async (given: File) => {
    open('?action=upload-csv');
    await choose(given);
    await user.selectOptions(screen.getByLabelText(/Internet Product/), 'DAY-1');
    await send();
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
  };

  it('wants a product and a file', async () => {
    open('?action=upload-csv');
    await dialog();
    await screen.findByText('Day pass (DAY-1)');
    await send();
    expect(screen.getByText('Please select an internet product before uploading.')).toBeVisible();
    expect(screen.getByText('Please select a CSV file')).toBeVisible();
    expect(screen.getByLabelText(/Internet Product/)).toHaveFocus();
    expect(
      screen.getByText('CSV file must have exactly 1 column with no empty values'),
    ).toBeVisible();
    expect(picker()).toHaveAttribute('accept', '.csv,text/csv');
    await user.selectOptions(screen.getByLabelText(/Internet Product/), 'DAY-1');
    await send();
    expect(picker()).toHaveFocus();
    expect(FakeUpload.sent).toEqual([]);
  });

  it.each([
    ['notes', file('A', 'notes.txt', 'text/plain'), 'Please select a CSV file'],
    ['an empty file', file(''), 'CSV file is empty'],
    ['no text', file(new Uint8Array([0xff, 0xfe, 0x41, 0])), 'Failed to parse CSV file'],
    ['what cannot be read', unreadable(), 'Failed to read file'],
  ])('refuses %s', async (_, given, message) => {
    open('?action=upload-csv');
    await choose(given, message);
    await user.selectOptions(screen.getByLabelText(/Internet Product/), 'DAY-1');
    await send();
    expect(picker()).toHaveFocus();
    expect(FakeUpload.sent).toEqual([]);
  });

  function unreadable(): File {
    const given = file('A');
    given.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    return given;
  }

  it('lists what is wrong with a file, and checks the next one anew', async () => {
    open('?action=upload-csv');
    await choose(file('A\n,\n""\n'), 'CSV validation failed');
    const errors = errorList();
    expect(screen.getByRole('heading', { name: 'Validation Errors' })).toBeVisible();
    expect(screen.getByText('2')).toBeVisible();
    expect(errors).toHaveTextContent('Line 2: Expected 1 column, found 2');
    expect(errors).toHaveTextContent('Line 3: Value cannot be empty');
    await choose(file('A\nB\n', 'Better.CSV', ''), '4 bytes, 2 codes found');
    expect(screen.getByText('Better.CSV')).toBeVisible();
    expect(errors).not.toBeInTheDocument();
  });

  it('takes a file that is dropped, and one at a time', async () => {
    open('?action=upload-csv');
    await dialog();
    const zone = picker().parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [file('A'), file('B')] } });
    expect(screen.getByText('Please select a CSV file, one at a time')).toBeVisible();
    fireEvent.drop(zone, { dataTransfer: { files: [file('A')] } });
    expect(await screen.findByText('1 byte, 1 code found')).toBeVisible();
  });

  it('sends the file, tells how far it is, and ends with what the server says', async () => {
    await startWith(file('A-1\r\nB-2\r\n'));
    const bar = screen.getByLabelText('Upload');
    expect(screen.getByText('Uploading...')).toBeVisible();
    act(() => FakeUpload.last.progress(45, 100));
    expect(bar).toHaveAttribute('aria-valuenow', '45');
    expect(screen.getByText('45 % sent')).toBeVisible();
    act(() => FakeUpload.last.arrive());
    expect(screen.getByText('The file has arrived. Its codes are being stored...')).toBeVisible();
    expect(JSON.parse(FakeUpload.last.body)).toEqual({
      companyId: ownCompanyId,
      base64CsvFile: btoa('A-1\r\nB-2\r\n'),
      product: 'DAY-1',
    });
    const before = queries.length;
    answers[codesPath] = good([code(9), code(1)], metaOf(2));
    act(() =>
      FakeUpload.last.answer({
        success: true,
        data: { uploaded: 2 },
        message: '2 product codes uploaded',
      }),
    );
    expect(await screen.findByText('KLA-9')).toBeVisible();
    expect(queries.length).toBe(before + 1);
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(toasts()).toEqual(['2 product codes uploaded']);
    expect(where()).toBe('');
  });

  it('has words of its own for a server that says nothing', async () => {
    await startWith(file('A'));
    act(() => FakeUpload.last.answer({ success: true, data: { uploaded: 1 }, message: '' }));
    await waitFor(() => expect(toasts()).toEqual(['CSV file uploaded successfully']));
  });

  it.each([
    [{ success: false }, 500, 'Failed to upload CSV file'],
    [{ success: false }, 200, 'Failed to upload CSV file'],
    [{ success: false, error: 'No room' }, 400, 'No room'],
    [{ success: false, message: 'Too slow' }, 503, 'Too slow'],
    ['<html>', 502, 'Failed to upload CSV file'],
  ] as const)(
    'that is answered %j with %i says so and keeps the file',
    async (body, status, text) => {
      await startWith(file('A'));
      act(() => FakeUpload.last.answer(body, status));
      expect(await alertIn()).toHaveTextContent(text);
      expect(toasts()).toEqual(['Failed to upload CSV file']);
      expect(screen.getByText('codes.csv')).toBeVisible();
      expect(screen.queryByLabelText('Upload')).not.toBeInTheDocument();
    },
  );

  it("lists the server's errors, and forgets them with another file", async () => {
    await startWith(file('A'));
    const errors = ['Line 1: A is already in use', 'and 41 more'];
    act(() => FakeUpload.last.answer({ success: false, errors, code: 'already_in_use' }, 400));
    expect(await screen.findByRole('heading', { name: 'Validation Errors' })).toBeVisible();
    expect(screen.getByText('42')).toBeVisible();
    const list = errorList();
    expect(list).toHaveTextContent('Line 1: A is already in use');
    expect(toasts()).toEqual(['Failed to upload CSV file']);
    await choose(file('B\nC', 'other.csv'), '3 bytes, 2 codes found');
    expect(list).not.toBeInTheDocument();
    expect((await dialog()).querySelector('[role="alert"]')).toBeNull();
  });

  it('points at a product that is not there any more', async () => {
    await startWith(file('A'));
    const gone = 'Internet product not found';
    act(() => FakeUpload.last.answer({ errors: [gone], fields: { product: gone } }, 400));
    await waitFor(() =>
      expect(screen.getByLabelText(/Internet Product/)).toHaveAccessibleDescription(gone),
    );
  });

  it('whose answer is lost can be sent again, and says what a refusal means then', async () => {
    await startWith(file('A'));
    act(() => FakeUpload.last.lose());
    const alert = await alertIn();
    expect(alert).toHaveTextContent('Network error occurred. Failed to connect to the server');
    expect(alert).toHaveTextContent('It is safe to send the file again');
    await send();
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    const errors = ['Line 1: A is already in use'];
    act(() => FakeUpload.last.answer({ success: false, errors, code: 'already_in_use' }, 400));
    expect(await screen.findByText(/The try before had no answer/)).toBeVisible();
  });

  it('is stopped by Cancel, which keeps the file, and by Back', async () => {
    await startWith(file('A'));
    const cancel = screen.getByText('Cancel');
    await user.click(cancel);
    expect(FakeUpload.last.isAborted).toBe(true);
    expect(await screen.findByText('Upload cancelled.')).toBeVisible();
    expect(toasts()).toEqual([]);
    await send();
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    act(() => FakeUpload.last.arrive());
    await user.click(cancel);
    expect(await screen.findByText(/the file had arrived/)).toBeVisible();
    await send();
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(3));
    act(() => screen.getByText('One step back').click());
    await waitFor(() => expect(FakeUpload.last.isAborted).toBe(true));
    expect(toasts()).toEqual([]);
  });

  it('asks before the tab is closed while it sends', async () => {
    await startWith(file('A'));
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  it('begins anew each time it is opened', async () => {
    open();
    await user.click((await screen.findAllByText('Upload CSV'))[0] as HTMLElement);
    expect(where()).toBe('?action=upload-csv');
    await choose(file('A'));
    await user.click(screen.getByText('Cancel'));
    await waitFor(() => expect(isOpen()).toBe(false));
    await user.click(screen.getAllByText('Upload CSV')[0] as HTMLElement);
    await dialog();
    expect(screen.queryByText('codes.csv')).not.toBeInTheDocument();
  });

  it('leads to the products when there are none', async () => {
    answers[`${productsPath}/active`] = good([]);
    open('?action=upload-csv');
    expect(await screen.findByText('There are no active internet products')).toBeVisible();
    expect(screen.getByText('Internet Products')).toHaveAttribute(
      'href',
      '/client/internet-products',
    );
    expect(screen.getByLabelText(/Internet Product/)).toHaveDisplayValue(
      'Select an internet product...',
    );
  });

  it('says when the products cannot be loaded', async () => {
    answers[`${productsPath}/active`] = { status: 500, body: {} };
    open('?action=upload-csv');
    expect(await screen.findByText('Failed to fetch internet products')).toBeVisible();
    answers[`${productsPath}/active`] = good([product]);
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText('Day pass (DAY-1)')).toBeVisible();
  });
});
