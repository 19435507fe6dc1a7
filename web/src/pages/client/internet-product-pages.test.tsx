import type { InternetProduct } from '@sente/contract/internet-products';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { owner, ownCompanyId, signInAs, withoutCompany } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import InternetProductDetailsPage from './internet-product-details-page.tsx';
import InternetProductEditPage from './internet-product-edit-page.tsx';
import InternetProductsPage from './internet-products-page.tsx';

const recordId = '01900000-0000-7000-8000-000000000001';
const product: InternetProduct = {
  recordId,
  productCode: 'DAY-1',
  productName: 'Day pass',
  amount: 1_000,
  active: true,
  stock: 4,
  companyId: ownCompanyId,
  recordDate: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-02-06T08:00:00.000Z',
  isDeleted: false,
};
const productOf = (n: number): InternetProduct => ({
  ...product,
  recordId: `01900000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  productCode: `P-${n}`,
  productName: `Product ${n}`,
});

// Whole pages in jsdom, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5_000 });

type Answer = { status?: number; body?: unknown; text?: string; type?: string } | 'cut off';
const good = (data: unknown): Answer => ({ body: { success: true, data } });
const silent: Answer = { status: 500, body: { success: false } };

const list = '/v1/InternetProducts/company/' + ownCompanyId;
const one = '/v1/InternetProducts/' + recordId;
let answers: Record<string, Answer>;
let calls: { key: string; query: string; body: unknown }[];
let client: QueryClient;
// Looking up what covers what takes jsdom longer than all the rest.
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [path = '', query = ''] = String(input).replace('/api', '').split('?');
  const key = `${init?.method ?? 'GET'} ${path}`;
  calls.push({ key, query, body: init?.body ? JSON.parse(String(init.body)) : undefined });
  const answer = answers[key];
  if (!answer) throw new Error(`No answer for ${key}`);
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  return new Response(answer.text ?? JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': answer.type ?? 'application/json' },
  });
}

function Where() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <output data-testid="where">{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>One step back</button>
    </>
  );
}

function open(address = '/client/internet-products') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/client', address]} useTransitions={false}>
        <Routes>
          <Route path="/client/internet-products" element={<InternetProductsPage />} />
          <Route
            path="/client/internet-products/:productId"
            element={<InternetProductDetailsPage />}
          />
          <Route
            path="/client/internet-products/:productId/edit"
            element={<InternetProductEditPage />}
          />
          <Route path="*" element={null} />
        </Routes>
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const where = () => screen.getByTestId('where').textContent;
const toasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((line) => line.textContent);
const callsOf = (key: string) => calls.filter((call) => call.key === key);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  calls = [];
  answers = { [`GET ${list}`]: good([product]), [`GET ${one}`]: good(product) };
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
  const rows = () => [...document.querySelectorAll('tbody tr')];

  it('says what is low, what is out of stock, and what is merely not sold', async () => {
    answers[`GET ${list}`] = good([
      product,
      { ...productOf(1), stock: 0, amount: 612.5 },
      { ...productOf(2), stock: 0, active: false },
      { ...productOf(3), stock: 1_250 },
    ]);
    open();
    await screen.findByText('Day pass');
    expect(rows()).toHaveLength(4);
    const [low, out, inactive, plenty] = rows();
    expect(low).toHaveTextContent(/DAY-1Day passUGX 1,000Low: 4 leftActiveJan 05, 2026/);
    expect(out).toHaveTextContent('UGX 612.50Out of stock');
    expect(inactive).toHaveTextContent('0 leftInactive');
    expect(plenty).toHaveTextContent('1,250 left');
  });

  it('asks the server with search and status, which stand in the address', async () => {
    answers[`GET ${list}`] = good([product, { ...productOf(1), active: false }]);
    open();
    await screen.findByText('Day pass');
    fireEvent.change(screen.getByLabelText('Search internet products...'), {
      target: { value: 'product' },
    });
    await waitFor(() => expect(where()).toBe('/client/internet-products?search=product'));
    await user.selectOptions(screen.getByLabelText('Status'), 'Inactive');
    expect(where()).toBe('/client/internet-products?search=product&status=inactive');
    await screen.findByText('Product 1');
    await waitFor(() => expect(screen.queryByText('Day pass')).not.toBeInTheDocument());
    expect(callsOf(`GET ${list}`).map(({ query }) => query)).toEqual([
      '',
      'search=product',
      'search=product&active=false',
    ]);
  });

  it('has ten to a page', async () => {
    answers[`GET ${list}`] = good(Array.from({ length: 14 }, (_, n) => productOf(n)));
    open('/client/internet-products?page=2');
    expect(await screen.findByText('Showing 11 to 14 of 14 products')).toBeVisible();
    await user.click(screen.getByText('Previous'));
    expect(rows()).toHaveLength(10);
  });

  it('tells none yet from none that match', async () => {
    answers[`GET ${list}`] = good([]);
    open();
    expect(await screen.findByText('No internet products yet')).toBeVisible();
    await user.type(screen.getByLabelText('Search internet products...'), 'x{Enter}');
    expect(await screen.findByText('No internet products match')).toBeVisible();
    await user.click(screen.getByText('Clear Filters'));
    expect(await screen.findByText('No internet products yet')).toBeVisible();
  });

  it.each([
    [silent, 'Failed to fetch internet products'],
    [{ body: { success: false } }, 'Failed to fetch internet products'],
    [{ status: 503, body: { message: 'Busy' } }, 'Failed to fetch internet productsBusy'],
    [{ text: '<html>', type: 'text/html' }, 'Invalid response format'],
    ['cut off', 'Network error occurred. Failed to connect to the server'],
  ] as const)('that fails with %j says so, and can be tried again', async (answer, text) => {
    answers[`GET ${list}`] = answer;
    open();
    const title = await screen.findByText('Failed to fetch internet products');
    const panel = title.closest('[role="alert"]') as HTMLElement;
    expect(panel).toHaveTextContent(text);
    expect(rows()).toEqual([]);
    answers[`GET ${list}`] = good([product]);
    await user.click(within(panel).getByText('Try again'));
    expect(await screen.findByText('Day pass')).toBeVisible();
    expect(panel).not.toBeInTheDocument();
  });

  it('of somebody without a company says so and asks for nothing', () => {
    signInAs(withoutCompany);
    open();
    expect(screen.getByRole('alert')).toHaveTextContent('No company ID');
    expect(calls).toEqual([]);
  });
});

describe('Add Product', () => {
  const dialog = async () =>
    (await screen.findByLabelText('New product')).closest('[role="dialog"]') as HTMLElement;
  const press = async () =>
    user.click(within(await dialog()).getByText('Add Product', { selector: 'button *' }));
  const fill = async (code: string, name: string, amount: string) => {
    const box = within(await dialog());
    fireEvent.change(box.getByLabelText(/Product Code/), { target: { value: code } });
    fireEvent.change(box.getByLabelText(/Product Name/), { target: { value: name } });
    fireEvent.change(box.getByLabelText(/Amount/), { target: { value: amount } });
  };

  it('names what is wrong and has the focus on the first of it', async () => {
    open('/client/internet-products?action=add-product');
    await press();
    const box = within(await dialog());
    expect(await box.findByText('Product code is required')).toBeVisible();
    expect(box.getByText('Product name is required')).toBeVisible();
    expect(box.getByText('Amount must be greater than 0')).toBeVisible();
    expect(box.getByLabelText(/Product Code/)).toHaveFocus();
    await user.type(box.getByLabelText(/Amount/), '612.50');
    expect(await box.findByText(/Mobile money takes whole shillings only/)).toBeVisible();
    expect(calls.filter(({ key }) => key.startsWith('POST'))).toEqual([]);
  });

  it('sends what was typed without spaces around it, and closes', async () => {
    answers['POST /v1/InternetProducts'] = good(product);
    open();
    await user.click(await screen.findByText('Add Product'));
    expect(where()).toBe('/client/internet-products?action=add-product');
    await fill(' DAY-1 ', ' Day pass ', '1,000');
    await user.click(within(await dialog()).getByLabelText('Active'));
    await press();
    await waitFor(() => expect(where()).toBe('/client/internet-products'));
    expect(toasts()).toEqual(['Product created successfully']);
    expect(callsOf('POST /v1/InternetProducts').map(({ body }) => body)).toEqual([
      {
        productCode: 'DAY-1',
        productName: 'Day pass',
        amount: 1_000,
        active: false,
        companyId: ownCompanyId,
      },
    ]);
    expect(callsOf(`GET ${list}`)).toHaveLength(2);
  });

  it.each([
    [silent, 'Failed to create product'],
    [{ body: { success: false } }, 'Failed to create product'],
    [{ status: 500, body: { message: 'Not today' } }, 'Not today'],
    ['cut off', 'Network error occurred'],
  ] as const)('that fails with %j stays open with what was typed', async (answer, text) => {
    answers['POST /v1/InternetProducts'] = answer;
    open('/client/internet-products?action=add-product');
    await fill('DAY-1', 'Day pass', '1000');
    await press();
    const box = within(await dialog());
    expect(await box.findByText(text)).toBeVisible();
    expect(toasts()).toEqual([text]);
    expect(box.getByLabelText(/Product Name/)).toHaveValue('Day pass');
  });

  it('points at a code that is taken', async () => {
    const taken = 'Product code is already in use';
    answers['POST /v1/InternetProducts'] = {
      status: 400,
      body: { success: false, errors: [taken], fields: { productCode: taken } },
    };
    open('/client/internet-products?action=add-product');
    await fill('DAY-1', 'Day pass', '1000');
    await press();
    const code = within(await dialog()).getByLabelText(/Product Code/);
    await waitFor(() => expect(code).toHaveAccessibleDescription(taken));
    expect(code).toHaveFocus();
    expect(code).toHaveValue('DAY-1');
    expect(toasts()).toEqual([taken]);
  });

  it('is closed by Back', async () => {
    open();
    await user.click(await screen.findByText('Add Product'));
    await dialog();
    act(() => screen.getByText('One step back').click());
    await waitFor(() => expect(screen.queryByLabelText('New product')).not.toBeInTheDocument());
    expect(where()).toBe('/client/internet-products');
  });
});

describe('a delete', () => {
  const ask = async () => {
    await user.click(await screen.findByLabelText('Delete Day pass'));
    return question();
  };
  const question = () => document.querySelector('[role="alertdialog"]') as HTMLElement;
  const confirm = (box: HTMLElement) => user.click(within(box).getByText('Delete Product'));

  it('names the product and what becomes of its codes, then takes it off the list', async () => {
    answers[`DELETE ${one}`] = good(null);
    open();
    const box = await ask();
    expect(box).toHaveTextContent('Delete Day pass?');
    expect(box).toHaveTextContent(
      'DAY-1 is taken off sale at once. Its 4 unsold codes stay under Product Codes, but nobody can buy them any more.',
    );
    answers[`GET ${list}`] = good([]);
    await confirm(box);
    expect(await screen.findByText('No internet products yet')).toBeVisible();
    expect(toasts()).toEqual(['Internet product deleted successfully']);
  });

  it.each([
    [silent, 'Failed to delete internet product'],
    [{ body: { success: false } }, 'Failed to delete internet product'],
    [
      { status: 409, body: { message: 'A sale of this product is under way.' } },
      'A sale of this product is under way.',
    ],
  ] as const)('that fails with %j keeps the dialog', async (answer, text) => {
    answers[`DELETE ${one}`] = answer;
    open();
    const box = await ask();
    await confirm(box);
    expect(await within(box).findByText(text)).toBeVisible();
    expect(toasts()).toEqual([text]);
  });

  it('of one that somebody else has deleted says so, and the list behind loses it', async () => {
    answers[`DELETE ${one}`] = { status: 404, body: { message: 'Product not found' } };
    open();
    const box = await ask();
    answers[`GET ${list}`] = good([]);
    await confirm(box);
    expect(await within(box).findByText('Product not found')).toBeVisible();
    expect(await screen.findByText('No internet products yet')).toBeInTheDocument();
    expect(toasts()).toEqual(['Product not found']);
  });

  it('on the details leads to the list', async () => {
    answers[`DELETE ${one}`] = good(null);
    open(`/client/internet-products/${recordId}`);
    await user.click(await screen.findByText('Delete Product'));
    calls = [];
    await confirm(question());
    await waitFor(() => expect(where()).toBe('/client/internet-products'));
    expect(toasts()).toEqual(['Internet product deleted successfully']);
    expect(client.getQueryData(internetProductQueries.details(recordId).queryKey)).toBeUndefined();
    expect(callsOf(`GET ${one}`)).toEqual([]);
  });
});

describe('the details', () => {
  it('tell what there is, and what to do when little is left', async () => {
    open(`/client/internet-products/${recordId}`);
    expect(await screen.findByRole('heading', { name: 'Day pass', level: 1 })).toBeVisible();
    expect(screen.getByText('Low: 4 left')).toBeVisible();
    expect(
      screen.getByText('Upload more codes soon: without any, sales are refused.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'View codes' })).toHaveAttribute(
      'href',
      '/client/product-codes?productType=DAY-1',
    );
    expect(screen.getByRole('link', { name: 'Edit Product' })).toHaveAttribute(
      'href',
      `/client/internet-products/${recordId}/edit`,
    );
    expect(screen.getByRole('button', { name: 'Copy product code' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy record ID' })).toBeVisible();
    expect(screen.getByText(ownCompanyId)).toBeVisible();
  });

  it('upload codes of the product, also of one that is not active', async () => {
    answers[`GET ${one}`] = good({ ...product, active: false });
    answers[`GET ${list}/active`] = good([productOf(1)]);
    open(`/client/internet-products/${recordId}`);
    await user.click(await screen.findByText('Upload codes'));
    expect(
      await screen.findByLabelText(/^Internet Product/, { selector: 'select' }),
    ).toHaveDisplayValue('Day pass (DAY-1)');
  });

  it.each([
    ['is not there', { status: 404, body: { message: 'Product not found' } }],
    ['cannot be read', silent],
    ['is something else', good('text')],
    ['is no JSON', { text: '<html>', type: 'text/html' }],
  ] as const)('of one that %s lead to the list', async (_, answer) => {
    answers[`GET ${one}`] = answer;
    for (const address of ['', '/edit']) {
      const { unmount } = open(`/client/internet-products/${recordId}${address}`);
      await waitFor(() => expect(where()).toBe('/client/internet-products'));
      expect(await screen.findByText('Day pass')).toBeVisible();
      expect(toasts()).toEqual(['Failed to fetch product details']);
      unmount();
      act(() => toast.remove());
    }
  });

  it('stay when only a refresh fails', async () => {
    open(`/client/internet-products/${recordId}`);
    await screen.findByText('Low: 4 left');
    answers[`GET ${one}`] = { status: 503, body: { message: 'Busy' } };
    await act(() => client.refetchQueries());
    const title = await screen.findByText('Failed to fetch product details');
    expect(title.closest('[role="alert"]')).toHaveTextContent('Busy');
    expect(screen.getByText('Low: 4 left')).toBeVisible();
  });
});

describe('the edit form', () => {
  const save = () => user.click(screen.getByText('Save Changes'));

  it('is filled, is sent whole, and leads to details that show the change', async () => {
    answers[`PUT ${one}`] = good(product);
    open(`/client/internet-products/${recordId}/edit`);
    const name = await screen.findByLabelText(/Product Name/);
    expect(screen.getByLabelText(/Product Code/)).toHaveValue('DAY-1');
    expect(screen.getByLabelText(/Amount/)).toHaveValue('1000');
    expect(screen.getByLabelText('Active')).toBeChecked();
    await user.clear(name);
    await user.type(name, 'Whole day');
    answers[`GET ${one}`] = good({ ...product, productName: 'Whole day' });
    await save();
    expect(await screen.findByRole('heading', { name: 'Whole day', level: 1 })).toBeVisible();
    expect(where()).toBe(`/client/internet-products/${recordId}`);
    expect(toasts()).toEqual(['Product updated successfully']);
    expect(callsOf(`PUT ${one}`).map(({ body }) => body)).toEqual([
      {
        productCode: 'DAY-1',
        productName: 'Whole day',
        amount: 1_000,
        active: true,
        companyId: ownCompanyId,
        updatedAt: product.updatedAt,
      },
    ]);
  });

  it.each([
    [silent, 'Failed to update product'],
    [{ body: { success: false } }, 'Failed to update product'],
    [{ status: 400, body: { errors: ['Too late'] } }, 'Too late'],
    [
      { status: 409, body: { message: 'Someone else changed this product in the meantime.' } },
      'Someone else changed this product in the meantime.',
    ],
  ] as const)(
    'that fails with %j keeps what was typed and asks before it is left',
    async (answer, text) => {
      answers[`PUT ${one}`] = answer;
      open(`/client/internet-products/${recordId}/edit`);
      await user.type(await screen.findByLabelText(/Product Name/), ' plus');
      await save();
      expect(
        await within(screen.getByLabelText('Internet product')).findByText(text),
      ).toBeVisible();
      expect(toasts()).toEqual([text]);
      expect(screen.getByLabelText(/Product Name/)).toHaveValue('Day pass plus');
      const leaving = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(leaving);
      expect(leaving.defaultPrevented).toBe(true);
    },
  );
});
