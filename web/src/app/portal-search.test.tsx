import { search, type Found } from '@sente/contract/search';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { held, malformed, ok, refused, silent } from '../testing/answers.ts';
import { nothingFound as nobody, someFound as found } from '../testing/found-records.ts';
import { address, renderPart } from '../testing/page.tsx';
import { administrator, owner } from '../testing/people.ts';
import { calls, serve } from '../testing/server.ts';
import { press, user } from '../testing/user.ts';
import { PortalSearch } from './portal-search.tsx';

const open = (page = <h1>The page</h1>) =>
  renderPart(
    <>
      <PortalSearch
        portal="admin"
        placeholder="Search..."
        pages={pages}
        pathFor={(text) => `/list/${text}`}
      />
      {page}
    </>,
    { at: '/admin', as: administrator },
  );
const pages = [
  { label: 'Reports', to: '/reports' },
  { label: 'Network Statements', to: '/reconciliation/statements' },
];
const searched = () => calls(search.all).map(({ query }) => query['search']);
const box = () => screen.getByRole('combobox', { name: 'Search...' });
const options = () => screen.findAllByRole('option');
beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(search.all, ok(found));
});

it('groups the results and says where each leads', async () => {
  open();
  await user.click(box());
  await user.paste('gulu');
  await options();
  const groups = screen.getAllByRole('group');
  expect(
    groups.map((group) => [group.getAttribute('aria-labelledby') && group.textContent]),
  ).toEqual([
    [
      'Payments+256 772 000111 · UGX 2,500 inGulu order · Completed · MTN · Jan 06, 2026 · Gulu BuildersReference',
    ],
    ['CompaniesGulu Buildershello@gulu.test'],
    ['AccountsGulu till100200300 · Gulu Builders'],
    ['UsersGrace Gulugrace@x.test · Gulu BuildersLoner Gululoner@x.test'],
    ['ApprovalsPay UGX 900 to Gulu.Jan 06, 2026 · Gulu Builders'],
    [
      'TransactionsGulu rentINV-7 · UGX 1,500 Debit · Failed · Jan 05, 2026 · Gulu BuildersDescription',
    ],
  ]);
  expect(searched()).toEqual(['gulu']);
});

const companyId = '44444444-4444-4444-8444-444444444444';
it.each([
  ['{Enter}', '/transactions/t2'],
  ['{ArrowDown}{Enter}', `/companies/${companyId}`],
  ['{ArrowDown}{ArrowDown}{Enter}', `/companies/${companyId}/accounts/a1`],
  ['{ArrowUp}{ArrowUp}{Enter}', '/approvals/p1'],
  // Wraps around the end.
  ['{ArrowUp}{Enter}', '/transactions/t1'],
])('opens a record with the keys %s', async (keys, path) => {
  open();
  await user.type(box(), 'gulu');
  await options();
  await user.keyboard(keys);
  expect(address()).toBe(path);
  expect(box()).toHaveValue('');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('marks one result, also if a payment and its approval have the same id', async () => {
  const [payment] = found.payments;
  const [approval] = found.approvals;
  serve(search.all, ok({ ...found, approvals: [{ ...approval!, id: payment!.id }] }));
  open();
  await user.type(box(), 'gulu');
  const marked = () => screen.getAllByRole('option', { selected: true });
  await options();
  expect(marked()).toHaveLength(1);
  expect(box()).toHaveAttribute('aria-activedescendant', marked()[0]!.id);
});

describe('Enter before the results arrive', () => {
  let release: (data: Found) => void;
  beforeEach(async () => {
    serve(search.all, () => {
      const waiting = held();
      release = (data) => waiting.release(ok(data));
      return waiting.answer();
    });
    open();
    await user.type(box(), 'gulu{Enter}');
    await waitFor(() => expect(searched()).toEqual(['gulu']));
  });

  it('opens the first result as soon as it arrives', async () => {
    act(() => release(found));
    await waitFor(() => expect(address()).toBe('/transactions/t2'));
    expect(box()).toHaveValue('');
  });

  it('opens nothing when the text has changed since', async () => {
    const releaseFirst = release;
    await user.type(box(), 'x{Backspace}');
    act(() => releaseFirst(found));
    await options();
    await passTime();
    expect(address()).toBe('/admin');
  });

  it('opens nothing when the focus has left the box', async () => {
    act(() => box().blur());
    act(() => release(found));
    await user.click(box());
    // The first request was cancelled, so it is sent again.
    await passTime();
    act(() => release(found));
    await options();
    await passTime();
    expect(address()).toBe('/admin');
  });

  it('is forgotten when there are no results', async () => {
    act(() => release(nobody));
    expect(await screen.findByText('Nothing found for “gulu”.')).toBeVisible();
    await passTime();
    expect(address()).toBe('/admin');
  });
});

it.each([
  ['with Enter', () => user.keyboard('{Enter}')],
  ['with a click', () => user.click(screen.getByText('+256 772 000111 · UGX 2,500 in'))],
])('asks once before it leaves unsaved input %s', async (_, choose) => {
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
  open(<UnsavedForm />);
  await user.type(box(), 'gulu');
  await options();
  await choose();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(address()).toBe('/admin');
  expect(box()).toHaveValue('gulu');
  ask.mockReturnValue(true);
  await choose();
  expect(address()).toBe('/transactions/t2');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('marks the option selected with the arrow keys', async () => {
  open();
  await user.type(box(), 'gulu');
  const [first, second] = await options();
  expect(box()).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(box()).toHaveAttribute('aria-activedescendant', first?.id));
  await user.keyboard('{ArrowDown}');
  expect(box()).toHaveAttribute('aria-activedescendant', second?.id);
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(first).toHaveAttribute('aria-selected', 'false');
});

it('opens the clicked option', async () => {
  open();
  await user.type(box(), 'gulu');
  await options();
  await user.click(screen.getByText('Loner Gulu'));
  expect(address()).toBe('/users/u2');
});

it('closes with Escape, then empties, and both shortcuts return to it', async () => {
  open();
  await user.type(box(), 'gulu');
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(box()).toHaveValue('gulu');
  await user.keyboard('{Escape}');
  expect(box()).toHaveValue('');
  for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
    act(() => box().blur());
    await user.keyboard(keys);
    expect(box()).toHaveFocus();
  }
});

it('says that it searches or found nothing, and ignores Enter then', async () => {
  const { answer, release } = held();
  serve(search.all, answer);
  open();
  await user.type(box(), '  zzz');
  expect(await screen.findByText('Searching...')).toBeVisible();
  await waitFor(() => expect(searched()).toEqual(['zzz']));
  await user.keyboard('{Enter}');
  act(() => release(ok(nobody)));
  expect(await screen.findByText('Nothing found for “zzz”.')).toBeVisible();
  await user.keyboard('{Enter}{ArrowDown}');
  expect(address()).toBe('/admin');
});

it('begins with what was typed, and selects nothing below "nothing found"', async () => {
  const [payment] = found.payments;
  const byNetwork = { ...payment!, match: 'networkReference', networkReference: '501220931' };
  serve(search.all, ok({ ...nobody, payments: [byNetwork] }));
  const { unmount } = renderPart(
    <PortalSearch
      portal="admin"
      placeholder="Search..."
      pages={pages}
      pathFor={(text) => `/list/${text}`}
      offersList
    />,
    { at: '/admin', as: administrator },
  );
  await user.type(box(), 'MTN-501220931');
  expect(await screen.findByText(/^501220931 · Completed · MTN/)).toBeVisible();
  serve(search.all, ok(nobody));
  await user.clear(box());
  await user.type(box(), 'qqqqxx');
  expect(await screen.findByText('Nothing found for “qqqqxx”.')).toBeVisible();
  expect((await options()).map((option) => option.getAttribute('aria-selected'))).toEqual([
    'false',
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe('/list/qqqqxx');
  unmount();
});

it('starts at the second character', async () => {
  open();
  await user.type(box(), ' g ');
  expect(await screen.findByText('Type one more character.')).toBeVisible();
  await user.keyboard('{Enter}{ArrowDown}');
  await passTime();
  expect(searched()).toEqual([]);
  expect(screen.queryByText('Searching...')).not.toBeInTheDocument();
  await user.clear(box());
  await user.type(box(), 'gu');
  expect(await options()).toHaveLength(7);
  expect(searched()).toEqual(['gu']);
  expect(screen.queryByText('Type one more character.')).not.toBeInTheDocument();
});

it.each([
  [refused(500, 'Index is away'), 'Index is away'],
  [silent, 'Search failed'],
  [malformed(null), 'Invalid response format'],
])('shows the error and retries: %j', async (answer, text) => {
  serve(search.all, answer);
  open();
  await user.type(box(), 'gulu');
  expect(await screen.findByText(text)).toBeVisible();
  serve(search.all, ok(found));
  await press('Try Again');
  expect(await options()).toHaveLength(7);
});

it('never shows results of another text', async () => {
  const waiting = new Map<string, () => void>();
  serve(search.all, ({ query: { search: text = '' } }) => {
    const { answer, release } = held();
    const companies = [
      { id: companyId, name: `Found for ${text}`, email: 'x@x.test', match: 'name' as const },
    ];
    waiting.set(text, () => release(ok({ ...nobody, companies })));
    return answer();
  });
  open();
  await user.type(box(), 'old');
  await waitFor(() => expect(waiting.has('old')).toBe(true));
  await user.type(box(), 'er');
  await waitFor(() => expect(waiting.has('older')).toBe(true));
  act(() => waiting.get('older')?.());
  expect(await screen.findByText('Found for older')).toBeVisible();
  waiting.get('old')?.();
  await passTime();
  expect(screen.queryByText('Found for old')).not.toBeInTheDocument();
  expect(screen.getByText('Found for older')).toBeVisible();
});

it('offers earlier searches of this person while the box is empty', async () => {
  open();
  await user.type(box(), 'gulu');
  await options();
  await user.keyboard('{Enter}');
  await user.click(box());
  expect((await options()).map((option) => option.textContent)).toEqual(['gulu']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(box()).toHaveValue('gulu');
  expect(await options()).toHaveLength(7);
});

it('says what can be searched for before anything is typed, and opens with a slash', async () => {
  open();
  await user.keyboard('/');
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('');
  expect(await screen.findByText(/phone number or its last digits, an amount/)).toBeVisible();
  await user.keyboard('1/2');
  expect(box()).toHaveValue('1/2');
});

it('in the back-office, ends with the list whatever matched', async () => {
  serve(search.all, ok({ ...nobody, companies: found.companies }));
  const pathFor = (text: string) => `/list/${text}`;
  renderPart(
    <PortalSearch portal="admin" placeholder="Search..." {...{ pathFor, pages }} offersList />,
    {
      at: '/admin',
      as: administrator,
    },
  );
  await user.type(box(), 'gulu');
  await waitFor(async () => expect(await options()).toHaveLength(2));
  expect((await options())[1]).toHaveTextContent('All transactions with “gulu”');
});

it('in the client portal, leads to a recipient', async () => {
  const recipient = { id: 'r1', name: 'Kizito', checkedName: 'Moses Mugisha' } as const;
  const wallet = { phoneNumber: '+256772111222', network: 'MTN' } as const;
  const recipients = [{ ...recipient, ...wallet, match: 'checkedName' as const }];
  serve(search.ownCompany, ok({ ...nobody, recipients }));
  renderPart(
    <PortalSearch portal="client" placeholder="Search..." pages={[]} pathFor={(text) => text} />,
    { at: '/client', as: owner },
  );
  await user.click(box());
  await user.paste('mugisha');
  expect(await screen.findByRole('group', { name: 'Recipients' })).toHaveTextContent(
    /Kizito\+256 772 111222 · MTN · Moses MugishaRegistered to/,
  );
  await user.click(screen.getByRole('option', { name: /Kizito/ }));
  await waitFor(() => expect(address()).toBe('/client/recipients?search=Kizito'));
});

it('in the client portal, searches the own company and ends with the list', async () => {
  const code = {
    id: 'c1',
    companyId,
    companyName: 'Gulu Builders',
    maskedCode: '•••411',
    productName: 'A day',
    state: 'used',
    paymentId: 'm1',
    match: 'voucherCode',
  } as const;
  const { accounts } = found;
  const payments = found.payments.map((payment) => ({ ...payment, network: 'AIRTEL' }));
  serve(search.ownCompany, ok({ ...nobody, payments, accounts, codes: [code] }));
  renderPart(
    <PortalSearch
      portal="client"
      placeholder="Search..."
      pages={[]}
      pathFor={(text) => `/list/${text}`}
      offersList
    />,
    { at: '/client', as: owner },
  );
  await user.type(box(), 'gulu');
  await screen.findByText('A day •••411');
  // The text is a fact of these records, so the list comes last.
  expect((await options()).map((option) => option.textContent)).toEqual([
    '+256 772 000111 · UGX 2,500 inGulu order · Completed · Airtel · Jan 06, 2026Reference',
    'Gulu till100200300',
    'A day •••411Used',
    'All transactions with “gulu”',
  ]);
  const described = payments.map((row) => ({ ...row, match: 'description' as const }));
  serve(search.ownCompany, ok({ ...nobody, payments: described }));
  await user.type(box(), ' gul');
  await waitFor(async () => expect((await options())[0]).toHaveTextContent('“gulu gul”'));
  // What matched is shown.
  expect((await options())[1]).toHaveTextContent(
    /inSchool fees of term two · Completed.*Description$/,
  );
  await user.keyboard('{Enter}');
  expect(address()).toBe('/list/gulu%20gul');
});

function UnsavedForm() {
  useUnsavedWarning(true);
  return <p>Form</p>;
}

/** Far longer than the debounce of the search and the animations. */
async function passTime(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(2_000));
}

describe('pages and cases', () => {
  it('offers a page by its name, at once and first', async () => {
    serve(search.all, ok(nobody));
    open();
    await user.type(box(), 'repor');
    expect((await options()).map(({ textContent }) => textContent)).toEqual(['Reports']);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/reports');
  });

  it('knows a page by any word of its name, and none by a part of a word', async () => {
    serve(search.all, ok(nobody));
    open();
    await user.type(box(), 'statem');
    expect((await options()).map(({ textContent }) => textContent)).toEqual(['Network Statements']);
    await user.clear(box());
    await user.type(box(), 'ports');
    expect(await screen.findByText('Nothing found for “ports”.')).toBeVisible();
  });

  it('leads to a case by its number', async () => {
    const id = '99999999-9999-7999-8999-999999999999';
    const aCase = {
      id,
      number: 12,
      kind: 'only-theirs' as const,
      state: 'open' as const,
      network: 'AIRTEL' as const,
      day: '2026-11-16',
      effect: -5_000,
      match: 'caseNumber' as const,
    };
    serve(search.all, ok({ ...nobody, cases: [aCase] }));
    open();
    await user.type(box(), 'case 12');
    const [option] = await options();
    expect(option).toHaveTextContent(
      'Case 12: Only at the networkOpen · Airtel · Nov 16, 2026 · UGX -5,000',
    );
    await user.keyboard('{Enter}');
    expect(address()).toBe(`/reconciliation/cases/${id}`);
  });
});
