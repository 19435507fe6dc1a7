import { internetProducts } from '@sente/contract/internet-products';
import { productCodes } from '@sente/contract/product-codes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFailures, ok, silent, malformed } from '../../testing/answers.ts';
import { alertOf, toasts } from '../../testing/messages.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import { ownCompanyId, withoutCompany } from '../../testing/people.ts';
import { aCode, codeTotals, idOf } from '../../testing/product-codes.ts';
import { anInternetProduct } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { FakeUpload } from '../../testing/upload.ts';

const product = anInternetProduct({ recordId: idOf(77) });
const list = '/client/product-codes';
const asked = () => calls(productCodes.ofCompany).map(({ query }) => query);
const rows = () => [...document.querySelectorAll('tbody tr')];

// Includes files that the picker hides by default: "all files" can be chosen there.
const user = userEvent.setup({ delay: null, applyAccept: false });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  FakeUpload.sent = [];
  serve(productCodes.ofCompany, ok([aCode(1)], codeTotals(1)));
  serve(internetProducts.ofCompany, ok([product]));
  serve(internetProducts.activeOfCompany, ok([product]));
});

describe('the list', () => {
  it('shows masked code, type, status and dates, and links to the product', async () => {
    const used = {
      used: '1',
      used_date: '2026-02-01T10:00:00.000Z',
      product_type: 'GONE',
      state: 'used',
      payment_id: idOf(5),
    } as const;
    serve(
      productCodes.ofCompany,
      ok([aCode(1), aCode(2, used)], codeTotals(2, { availableCount: 1 })),
    );
    await renderPage(list);
    await screen.findByText('Day pass');
    const [first, second] = rows();
    expect(first).toHaveTextContent('•••A1DAY-1Day passAvailableJan 05, 2026, 1:00 PM-');
    expect(second).toHaveTextContent(/GONEUsedJan 05, 2026, 1:00 PMFeb 01, 2026, 1:00 PM/);
    expect(await screen.findByRole('link', { name: 'DAY-1' })).toHaveAttribute(
      'href',
      `/client/internet-products/${idOf(77)}`,
    );
    expect(screen.getByRole('link', { name: /^Feb 01, 2026, 1:00\sPM$/ })).toHaveAttribute(
      'href',
      `/client/transactions/${idOf(5)}`,
    );
    expect(screen.queryByRole('link', { name: 'GONE' })).not.toBeInTheDocument();
    expect(screen.getByText('2 codes, 1 available')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Withdraw •••A1' }));
    expect(await screen.findByRole('dialog', { name: /Withdraw/ })).toBeVisible();
  });

  it('sends its filters, which are in the address', async () => {
    await renderPage(list);
    await screen.findByText('•••A1');
    await user.selectOptions(screen.getByLabelText('Status'), 'Unused');
    await user.selectOptions(screen.getByLabelText('Product type'), 'WEEK');
    fireEvent.change(screen.getByLabelText('Search product codes...'), {
      target: { value: 'kla' },
    });
    await waitFor(() =>
      expect(address()).toBe(`${list}?status=unused&productType=WEEK&search=kla`),
    );
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({
        search: 'kla',
        state: 'free',
        productType: 'WEEK',
        page: '1',
        pageSize: '25',
      }),
    );
    await user.selectOptions(screen.getByLabelText('Status'), 'Used');
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ used: 'true' }));
  });

  it.each([
    ['true', 'false'],
    [true, false],
    [1, 0],
    ['1', '0'],
  ])('counts the rows without totals, and reads %j as used and %j as not', async (yes, no) => {
    const old = { state: undefined };
    const week = { ...old, product_type: 'WEEK', used: no };
    const codes = [aCode(1, { ...old, used: yes }), aCode(2, week)];
    serve(productCodes.ofCompany, malformed(codes));
    await renderPage(list);
    await screen.findByText('•••A1');
    const [first, second] = rows();
    expect(first).toHaveTextContent('Used');
    expect(second).toHaveTextContent('Available');
    expect(screen.getByText('2 codes, 1 available')).toBeVisible();
    expect([...screen.getByLabelText('Product type').children].map((o) => o.textContent)).toEqual([
      'All',
      'DAY-1',
      'WEEK',
    ]);
  });

  it('is paged by the server', async () => {
    const meta = codeTotals(1_000_000, { totalPages: 40_000 });
    serve(productCodes.ofCompany, ok([aCode(1)], meta));
    await renderPage(list);
    expect(await screen.findByText('1,000,000 codes, 1,000,000 available')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Next/ }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '2', pageSize: '25' }));
    expect(address()).toBe(`${list}?page=2`);
  });

  it('says that used codes begin with the last used', async () => {
    const codes = [aCode(1, { used: '1', state: 'used' })];
    serve(productCodes.ofCompany, ok(codes, codeTotals(1, { availableCount: 0 })));
    await renderPage(`${list}?status=used`);
    expect(await screen.findByText('1 code, last used first')).toBeVisible();
  });

  it('says that a code was found by itself', async () => {
    const meta = codeTotals(1, { isFoundByCode: true });
    serve(productCodes.ofCompany, ok([aCode(1)], meta));
    await renderPage(`${list}?search=KLA-0001`);
    expect(await screen.findByText('Found by its code')).toBeVisible();
  });

  it('shows a reserved and a withdrawn code as such', async () => {
    const codes = [aCode(1, { state: 'reserved' }), aCode(2, { state: 'withdrawn' })];
    serve(productCodes.ofCompany, ok(codes, codeTotals(2, { availableCount: 0 })));
    await renderPage(list);
    await screen.findByText('•••A1');
    const [first, second] = rows();
    expect(first).toHaveTextContent('Reserved');
    expect(second).toHaveTextContent('Withdrawn');
  });

  it('does not count reserved codes as available, like the stock', async () => {
    serve(
      productCodes.ofCompany,
      ok([aCode(1), aCode(2)], codeTotals(2, { availableCount: 1, reservedCount: 1 })),
    );
    await renderPage(list);
    expect(await screen.findByText('2 codes, 1 available, 1 in a sale under way')).toBeVisible();
  });

  it('distinguishes none yet from no matches', async () => {
    serve(productCodes.ofCompany, ok([], codeTotals(0)));
    await renderPage(`${list}?status=used`);
    expect(await screen.findByText('Try adjusting your search or filters.')).toBeVisible();
    await user.click(screen.getByText('Clear Filters'));
    expect(await screen.findByText('Upload a CSV file to add product codes.')).toBeVisible();
    expect(screen.getByText('No product codes found')).toBeVisible();
  });

  it.each(loadFailures('Failed to fetch product codes'))(
    'a list that fails with %s shows the error and can be retried',
    async (_, answer, detail) => {
      serve(productCodes.ofCompany, answer);
      await renderPage(list);
      const panel = await alertOf('Error Loading Product Codes');
      expect(panel).toHaveTextContent(
        `Error Loading Product CodesFailed to load product codes${detail}`,
      );
      serve(productCodes.ofCompany, ok([aCode(1)], codeTotals(1)));
      await user.click(within(panel).getByText('Try again'));
      expect(await screen.findByText('•••A1')).toBeVisible();
    },
  );

  it('a user without a company gets a message', async () => {
    await renderPage(list, { as: withoutCompany });
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
    await renderPage(`${list}?action=upload-csv`, { after: [list] });
    await choose(given);
    await user.selectOptions(screen.getByLabelText(/Internet Product/), 'DAY-1');
    await send();
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
  };

  it('requires a product and a file', async () => {
    await renderPage(`${list}?action=upload-csv`);
    await dialog();
    await screen.findByText(/^Day pass \(DAY-1\)/);
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
    await renderPage(`${list}?action=upload-csv`);
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

  it('lists what is wrong with a file, and checks the next one again', async () => {
    await renderPage(`${list}?action=upload-csv`);
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

  it('offers the columns of a sheet, and sends the chosen one', async () => {
    await renderPage(`${list}?action=upload-csv`);
    await choose(file('Batch,Voucher code\n7,A-1\n7,B-2\n'), 'CSV validation failed');
    const part = screen.getByRole('region', { name: 'This file has 2 columns' });
    expect(errorList()).toHaveTextContent('Line 1: Expected 1 column, found 2');
    const box = within(part).getByLabelText('Column with the codes');
    expect(box).toHaveDisplayValue('Voucher code (A-1, B-2)');
    await user.selectOptions(box, 'Batch (7, 7)');
    await user.click(within(part).getByRole('button', { name: 'Use This Column' }));
    await waitFor(() => expect(errorList()).toHaveTextContent('Line 3: 7 is on line 2 already'));
    await user.selectOptions(box, 'Voucher code (A-1, B-2)');
    await user.click(within(part).getByRole('button', { name: 'Use This Column' }));
    expect(await screen.findByText(/2 codes found in Voucher code/)).toBeVisible();
    expect(screen.queryByText('CSV validation failed')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText(/Internet Product/), 'DAY-1');
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    expect(JSON.parse(FakeUpload.last.body)).toMatchObject({
      base64CsvFile: btoa('\n"A-1"\n"B-2"\n'),
    });
  });

  it('accepts a dropped file, one at a time', async () => {
    await renderPage(`${list}?action=upload-csv`);
    await dialog();
    const zone = picker().parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [file('A'), file('B')] } });
    expect(screen.getByText('Please select a CSV file, one at a time')).toBeVisible();
    fireEvent.drop(zone, { dataTransfer: { files: [file('A')] } });
    expect(await screen.findByText('1 byte, 1 code found')).toBeVisible();
  });

  it("sends the file, shows progress, and ends with the server's message", async () => {
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
      fileName: 'codes.csv',
    });
    const before = asked().length;
    serve(productCodes.ofCompany, ok([aCode(9), aCode(1)], codeTotals(2)));
    act(() =>
      FakeUpload.last.answer({
        success: true,
        data: { uploaded: 2, skipped: 0, batchId: idOf(88) },
        message: '2 product codes uploaded',
      }),
    );
    expect(await screen.findByText('•••A9')).toBeVisible();
    expect(asked().length).toBe(before + 1);
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(toasts()).toEqual(['2 product codes uploaded']);
    expect(address()).toBe(list);
  });

  it('has a default text when the server sends none', async () => {
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
    'an upload answered %j with %i shows the error and keeps the file',
    async (body, status, text) => {
      await startWith(file('A'));
      act(() => FakeUpload.last.answer(body, status));
      expect(await alertIn()).toHaveTextContent(text);
      expect(toasts()).toEqual(['Failed to upload CSV file']);
      expect(screen.getByText('codes.csv')).toBeVisible();
      expect(screen.queryByLabelText('Upload')).not.toBeInTheDocument();
    },
  );

  it.each([
    ['Skip these lines', 'skip'],
    ['They are codes, upload them', 'upload'],
  ])('asks about a title before it is sent: %s', async (label, doubtfulLines) => {
    await renderPage(`${list}?action=upload-csv`, { after: [list] });
    await choose(file('code\nA-1\n'));
    await user.selectOptions(screen.getByLabelText(/Internet Product/), 'DAY-1');
    expect(screen.getByText('Line 1: code looks like a title')).toBeVisible();
    await send();
    expect(screen.getByText('Skip these lines').closest('button')).toHaveFocus();
    expect(FakeUpload.sent).toEqual([]);
    await user.click(screen.getByText(label));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    expect(JSON.parse(FakeUpload.last.body)).toMatchObject({ doubtfulLines });
  });

  it('asks about the lines that the server doubts, and keeps the file', async () => {
    await startWith(file('A'));
    const errors = ['Line 1: A looks like a title'];
    act(() => FakeUpload.last.answer({ success: false, errors, code: 'doubtful_lines' }, 400));
    await user.click(await screen.findByText('They are codes, upload them'));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    expect(JSON.parse(FakeUpload.last.body)).toMatchObject({ doubtfulLines: 'upload' });
    expect(errorList()).not.toBeInTheDocument();
  });

  it("lists the server's errors, and clears them with another file", async () => {
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

  it('marks a product that no longer exists', async () => {
    await startWith(file('A'));
    const gone = 'Internet product not found';
    act(() => FakeUpload.last.answer({ errors: [gone], fields: { product: gone } }, 400));
    await waitFor(() =>
      expect(screen.getByLabelText(/Internet Product/)).toHaveAccessibleDescription(gone),
    );
  });

  it('an upload without an answer can be repeated, and explains a refusal then', async () => {
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
    await back();
    await waitFor(() => expect(FakeUpload.last.isAborted).toBe(true));
    expect(toasts()).toEqual([]);
  });

  it('asks before the tab is closed during an upload', async () => {
    await startWith(file('A'));
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  it('starts empty each time it is opened', async () => {
    await renderPage(list);
    await user.click((await screen.findAllByText('Upload CSV'))[0] as HTMLElement);
    expect(address()).toBe(`${list}?action=upload-csv`);
    await choose(file('A'));
    await user.click(screen.getByText('Cancel'));
    await waitFor(() => expect(isOpen()).toBe(false));
    await user.click(screen.getAllByText('Upload CSV')[0] as HTMLElement);
    await dialog();
    expect(screen.queryByText('codes.csv')).not.toBeInTheDocument();
  });

  it('links to the products when there are none', async () => {
    serve(internetProducts.activeOfCompany, ok([]));
    await renderPage(`${list}?action=upload-csv`);
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
    serve(internetProducts.activeOfCompany, silent);
    await renderPage(`${list}?action=upload-csv`);
    expect(await screen.findByText('Failed to fetch internet products')).toBeVisible();
    serve(internetProducts.activeOfCompany, ok([product]));
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText(/^Day pass \(DAY-1\)/)).toBeVisible();
  });
});
