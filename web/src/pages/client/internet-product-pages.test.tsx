import { internetProducts, type InternetProduct } from '@sente/contract/internet-products';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import {
  htmlPage,
  loadFailures,
  lost,
  ok,
  refused,
  silent,
  unexplained,
  malformed,
} from '../../testing/answers.ts';
import { alertOf, forgetToasts, toasts } from '../../testing/messages.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import { ownCompanyId, withoutCompany } from '../../testing/people.ts';
import { anInternetProduct } from '../../testing/records.ts';
import { calls, forgetCalls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const product = anInternetProduct();
const { recordId } = product;
const productOf = (n: number): InternetProduct =>
  anInternetProduct({
    recordId: `${recordId.slice(0, -3)}1${String(n).padStart(2, '0')}`,
    productCode: `P-${n}`,
    productName: `Product ${n}`,
  });
const list = '/client/internet-products';

beforeEach(() => {
  serve(internetProducts.ofCompany, ok([product]));
  serve(internetProducts.get, ok(product));
});

describe('the list', () => {
  const rows = () => [...document.querySelectorAll('tbody tr')];
  it('marks low stock, out of stock and inactive products', async () => {
    serve(
      internetProducts.ofCompany,
      ok([
        product,
        { ...productOf(1), stock: 0, amount: 612.5 },
        { ...productOf(2), stock: 0, active: false },
        { ...productOf(3), stock: 1_250 },
      ]),
    );
    await renderPage(list);
    await screen.findByText('Day pass');
    expect(rows()).toHaveLength(4);
    // What has run out comes first, what is not for sale last.
    const [out, low, plenty, inactive] = rows();
    expect(low).toHaveTextContent(/DAY-1Day passUGX 1,000Low: 4 leftActiveJan 05, 2026/);
    expect(out).toHaveTextContent('UGX 612.50Out of stock');
    expect(inactive).toHaveTextContent('NoneInactive');
    expect(plenty).toHaveTextContent('1,250 left');
    await user.selectOptions(screen.getByLabelText('Stock'), 'Low or out of stock');
    expect(address()).toBe(`${list}?stock=low`);
    expect(rows()).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Stock'), 'All');
    await user.click(screen.getByRole('button', { name: /^Amount/ }));
    expect(rows()[0]).toHaveTextContent('UGX 612.50');
  });

  it('uploads codes of a product from its row', async () => {
    serve(internetProducts.ofCompany, ok([product]));
    serve(internetProducts.activeOfCompany, ok([product]));
    await renderPage(list);
    await press('Upload codes of Day pass');
    expect(
      await screen.findByLabelText(/^Internet Product/, { selector: 'select' }),
    ).toHaveDisplayValue('Day pass (DAY-1) · 4 left');
  });

  it('sends search and status, which are in the address', async () => {
    serve(internetProducts.ofCompany, ({ query }) =>
      ok('active' in query ? [{ ...productOf(1), active: false }] : [product]),
    );
    await renderPage(list);
    await screen.findByText('Day pass');
    fireEvent.change(screen.getByLabelText('Search internet products...'), {
      target: { value: 'product' },
    });
    await waitFor(() => expect(address()).toBe(`${list}?search=product`));
    await user.selectOptions(screen.getByLabelText('Status'), 'Inactive');
    expect(address()).toBe(`${list}?search=product&status=inactive`);
    await screen.findByText('Product 1');
    await waitFor(() => expect(screen.queryByText('Day pass')).not.toBeInTheDocument());
    expect(calls(internetProducts.ofCompany).map(({ query }) => query)).toEqual([
      {},
      { search: 'product' },
      { search: 'product', active: 'false' },
    ]);
  });

  it('has ten rows per page', async () => {
    serve(internetProducts.ofCompany, ok(Array.from({ length: 14 }, (_, n) => productOf(n))));
    await renderPage(`${list}?page=2`);
    expect(await screen.findByText('Showing 11 to 14 of 14 products')).toBeVisible();
    await user.click(screen.getByText('Previous'));
    expect(rows()).toHaveLength(10);
  });

  it('distinguishes none yet from no matches', async () => {
    serve(internetProducts.ofCompany, ok([]));
    await renderPage(list);
    expect(await screen.findByText('No internet products yet')).toBeVisible();
    await user.type(screen.getByLabelText('Search internet products...'), 'x{Enter}');
    expect(await screen.findByText('No internet products match')).toBeVisible();
    await user.click(screen.getByText('Clear Filters'));
    expect(await screen.findByText('No internet products yet')).toBeVisible();
  });

  it.each(loadFailures('Failed to fetch internet products'))(
    'a list that fails with %s shows the error and can be retried',
    async (_, answer, text) => {
      serve(internetProducts.ofCompany, answer);
      await renderPage(list);
      const panel = await alertOf('Failed to fetch internet products');
      expect(panel).toHaveTextContent(text);
      expect(rows()).toEqual([]);
      serve(internetProducts.ofCompany, ok([product]));
      await user.click(within(panel).getByText('Try again'));
      expect(await screen.findByText('Day pass')).toBeVisible();
      expect(panel).not.toBeInTheDocument();
    },
  );

  it('a user without a company gets a message, and nothing is requested', async () => {
    await renderPage(list, { as: withoutCompany });
    expect(screen.getByRole('alert')).toHaveTextContent('No company ID');
    expect(calls()).toEqual([]);
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

  it('names the errors and focuses the first', async () => {
    await renderPage(`${list}?action=add-product`);
    await press();
    const box = within(await dialog());
    expect(await box.findByText('Product code is required')).toBeVisible();
    expect(box.getByText('Product name is required')).toBeVisible();
    expect(box.getByText('Amount must be greater than 0')).toBeVisible();
    expect(box.getByLabelText(/Product Code/)).toHaveFocus();
    await user.type(box.getByLabelText(/Amount/), '612.50');
    expect(await box.findByText(/Mobile money takes whole shillings only/)).toBeVisible();
    expect(calls(internetProducts.create)).toEqual([]);
  });

  it('sends the trimmed input and closes', async () => {
    serve(internetProducts.create, ok(product));
    await renderPage(list);
    await user.click(await screen.findByText('Add Product'));
    expect(address()).toBe(`${list}?action=add-product`);
    await fill(' DAY-1 ', ' Day pass ', '1,000');
    await user.click(within(await dialog()).getByLabelText('Active'));
    await press();
    await waitFor(() => expect(address()).toBe(list));
    expect(toasts()).toEqual(['Product created successfully']);
    expect(calls(internetProducts.create).map(({ body }) => body)).toEqual([
      {
        productCode: 'DAY-1',
        productName: 'Day pass',
        amount: 1_000,
        active: false,
        lowStockAt: 10,
        companyId: ownCompanyId,
      },
    ]);
    expect(calls(internetProducts.ofCompany)).toHaveLength(2);
  });

  it.each([
    [silent, 'Failed to create product'],
    [unexplained, 'Failed to create product'],
    [refused(500, 'Not today'), 'Not today'],
    [lost, 'Network error occurred'],
  ])('a create that fails with %j stays open with the input', async (answer, text) => {
    serve(internetProducts.create, answer);
    await renderPage(`${list}?action=add-product`);
    await fill('DAY-1', 'Day pass', '1000');
    await press();
    const box = within(await dialog());
    expect(await box.findByText(text)).toBeVisible();
    expect(toasts()).toEqual([]);
    expect(box.getByLabelText(/Product Name/)).toHaveValue('Day pass');
  });

  it('marks a code that is taken', async () => {
    const taken = 'Product code is already in use';
    serve(internetProducts.create, refused(400, taken, { fields: { productCode: taken } }));
    await renderPage(`${list}?action=add-product`);
    await fill('DAY-1', 'Day pass', '1000');
    await press();
    const code = within(await dialog()).getByLabelText(/Product Code/);
    await waitFor(() => expect(code).toHaveAccessibleDescription(taken));
    expect(code).toHaveFocus();
    expect(code).toHaveValue('DAY-1');
    // Said once.
    expect(toasts()).toEqual([]);
    expect(screen.getAllByText(taken)).toHaveLength(1);
  });

  it('is closed by Back', async () => {
    await renderPage(list);
    await user.click(await screen.findByText('Add Product'));
    await dialog();
    await back();
    await waitFor(() => expect(screen.queryByLabelText('New product')).not.toBeInTheDocument());
    expect(address()).toBe(list);
  });
});

describe('a delete', () => {
  const ask = async () => {
    await user.click(await screen.findByLabelText('Delete Day pass'));
    return question();
  };
  const question = () => document.querySelector('[role="alertdialog"]') as HTMLElement;
  const confirm = (box: HTMLElement) => user.click(within(box).getByText('Delete Product'));

  it('names the product and what happens to its codes, then removes it from the list', async () => {
    serve(internetProducts.remove, ok(null));
    await renderPage(list);
    const box = await ask();
    expect(box).toHaveTextContent('Delete Day pass?');
    expect(box).toHaveTextContent(
      'DAY-1 is taken off sale at once. Its 4 unsold codes stay under Product Codes, but nobody can buy them any more.',
    );
    serve(internetProducts.ofCompany, ok([]));
    await confirm(box);
    expect(await screen.findByText('No internet products yet')).toBeVisible();
    expect(toasts()).toEqual(['Internet product deleted successfully']);
  });

  it.each([
    [silent, 'Failed to delete internet product'],
    [unexplained, 'Failed to delete internet product'],
    [refused(409, 'A sale of this product is under way.'), 'A sale of this product is under way.'],
  ])('a delete that fails with %j keeps the dialog open', async (answer, text) => {
    serve(internetProducts.remove, answer);
    await renderPage(list);
    const box = await ask();
    await confirm(box);
    expect(await within(box).findByText(text)).toBeVisible();
    expect(toasts()).toEqual([]);
  });

  it('a delete of a product that is already gone says so and updates the list', async () => {
    serve(internetProducts.remove, refused(404, 'Product not found'));
    await renderPage(list);
    const box = await ask();
    serve(internetProducts.ofCompany, ok([]));
    await confirm(box);
    expect(await within(box).findByText('Product not found')).toBeVisible();
    expect(await screen.findByText('No internet products yet')).toBeInTheDocument();
    expect(toasts()).toEqual([]);
  });

  it('a delete on the details page leads to the list', async () => {
    serve(internetProducts.remove, ok(null));
    const { client } = await renderPage(`${list}/${recordId}`);
    await user.click(await screen.findByText('Delete Product'));
    forgetCalls();
    await confirm(question());
    await waitFor(() => expect(address()).toBe(list));
    expect(toasts()).toEqual(['Internet product deleted successfully']);
    expect(client.getQueryData(internetProductQueries.details(recordId).queryKey)).toBeUndefined();
    expect(calls(internetProducts.get)).toEqual([]);
  });
});

describe('the details', () => {
  it('the details show the product and what to do when stock is low', async () => {
    await renderPage(`${list}/${recordId}`);
    expect(await screen.findByRole('heading', { name: 'Day pass', level: 1 })).toBeVisible();
    expect(screen.getByText('Low: 4 left')).toBeVisible();
    expect(
      screen.getByText('You are warned at 10 or fewer. Without any, sales are refused.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'View codes' })).toHaveAttribute(
      'href',
      '/client/product-codes?productType=DAY-1',
    );
    expect(screen.getByRole('link', { name: 'Edit Product' })).toHaveAttribute(
      'href',
      `${list}/${recordId}/edit`,
    );
    expect(screen.getByRole('button', { name: 'Copy product code' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy record ID' })).toBeVisible();
  });

  it('the details upload codes of the product, also of an inactive one', async () => {
    serve(internetProducts.get, ok({ ...product, active: false }));
    serve(internetProducts.activeOfCompany, ok([productOf(1)]));
    await renderPage(`${list}/${recordId}`);
    await user.click(await screen.findByText('Upload codes'));
    expect(
      await screen.findByLabelText(/^Internet Product/, { selector: 'select' }),
    ).toHaveDisplayValue('Day pass (DAY-1) · 4 left');
  });

  it.each([
    ['is not there', refused(404, 'Product not found')],
    ['cannot be read', silent],
    ['is something else', malformed('text')],
    ['is no JSON', htmlPage],
  ])('the details of a product that %s redirect to the list', async (_, answer) => {
    serve(internetProducts.get, answer);
    for (const page of ['', '/edit']) {
      const { unmount } = await renderPage(`${list}/${recordId}${page}`);
      await waitFor(() => expect(address()).toBe(list));
      expect(await screen.findByText('Day pass')).toBeVisible();
      expect(toasts()).toEqual(['Failed to fetch product details']);
      unmount();
      forgetToasts();
    }
  });

  it('the details stay when only a refresh fails', async () => {
    const { client } = await renderPage(`${list}/${recordId}`);
    await screen.findByText('Low: 4 left');
    serve(internetProducts.get, refused(503, 'Busy'));
    await act(() => client.refetchQueries());
    expect(await alertOf('Failed to fetch product details')).toHaveTextContent('Busy');
    expect(screen.getByText('Low: 4 left')).toBeVisible();
  });
});

describe('the edit form', () => {
  const save = () => user.click(screen.getByText('Save Changes'));

  it('is filled, is sent whole, and leads to details that show the change', async () => {
    serve(internetProducts.update, ok(product));
    await renderPage(`${list}/${recordId}/edit`);
    const name = await screen.findByLabelText(/Product Name/);
    expect(screen.getByLabelText(/Product Code/)).toHaveValue('DAY-1');
    expect(screen.getByLabelText(/Amount/)).toHaveValue('1,000');
    expect(screen.getByLabelText('Active')).toBeChecked();
    await user.clear(name);
    await user.type(name, 'Whole day');
    serve(internetProducts.get, ok({ ...product, productName: 'Whole day' }));
    await save();
    expect(await screen.findByRole('heading', { name: 'Whole day', level: 1 })).toBeVisible();
    expect(address()).toBe(`${list}/${recordId}`);
    expect(toasts()).toEqual(['Product updated successfully']);
    expect(calls(internetProducts.update).map(({ body }) => body)).toEqual([
      {
        productCode: 'DAY-1',
        productName: 'Whole day',
        amount: 1_000,
        active: true,
        lowStockAt: 10,
        companyId: ownCompanyId,
        updatedAt: product.updatedAt,
      },
    ]);
  });

  it.each([
    [silent, 'Failed to update product'],
    [unexplained, 'Failed to update product'],
    [refused(400, 'Too late'), 'Too late'],
    [
      refused(409, 'Someone else changed this product in the meantime.'),
      'Someone else changed this product in the meantime.',
    ],
  ])('an edit that fails with %j keeps the input and asks before leaving', async (answer, text) => {
    serve(internetProducts.update, answer);
    await renderPage(`${list}/${recordId}/edit`);
    await user.type(await screen.findByLabelText(/Product Name/), ' plus');
    await save();
    expect(await within(screen.getByLabelText('Internet product')).findByText(text)).toBeVisible();
    expect(toasts()).toEqual([text]);
    expect(screen.getByLabelText(/Product Name/)).toHaveValue('Day pass plus');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });
});
