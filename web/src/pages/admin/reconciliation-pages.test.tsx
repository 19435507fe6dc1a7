import { reconciliation } from '@sente/contract/reconciliation';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { held, ok, refused } from '../../testing/answers.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { catchDownloads, firstFile } from '../../testing/downloads.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { support } from '../../testing/people.ts';
import {
  aBridge as bridge,
  aCase,
  aFlow as flow,
  caseId as id,
  theCase as details,
} from '../../testing/cases.ts';
import { pageMeta } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const otherId = '77777777-7777-7777-8777-777777777778';

describe('the days', () => {
  const cell = { openCases: 0, difference: 0, unexplained: 0 };
  it('are exact, differ, or have no statement, and lead to their cases', async () => {
    const differs = { network: 'MTN', state: 'differs', openCases: 2, difference: -500 } as const;
    const days = [
      {
        day: '2026-11-16',
        cells: [
          { ...cell, network: 'MTN', state: 'exact' } as const,
          { ...cell, network: 'AIRTEL', state: 'none' } as const,
        ],
      },
      {
        day: '2026-11-15',
        cells: [
          { ...differs, unexplained: 0 },
          { ...differs, network: 'BANK', difference: 900, openCases: 1, unexplained: 0 } as const,
        ],
      },
      {
        day: '2026-11-14',
        cells: [
          { ...cell, network: 'MTN', state: 'partial' } as const,
          { ...cell, network: 'AIRTEL', state: 'unknown' } as const,
          { ...cell, network: 'BANK', state: 'incomplete' } as const,
        ],
      },
    ];
    const reconciledThrough = [
      { network: 'MTN', day: '2026-11-14' } as const,
      { network: 'BANK', day: null } as const,
    ];
    serve(reconciliation.days, ok({ days, hasEarlier: true, reconciledThrough, now: [bridge] }));
    await renderPage('/reconciliation');
    const first = await screen.findByRole('row', { name: /Nov 16/ });
    expect(screen.getByRole('region', { name: 'Reconciled through' })).toHaveTextContent(
      'Reconciled throughMTN Nov 14, 2026Bank no day yet',
    );
    expect(first).toHaveTextContent(/To the shilling.*No statement/);
    const second = screen.getByRole('row', { name: /Nov 15/ });
    const link = within(second).getByRole('link', { name: /-500 2 cases/ });
    expect(link).toHaveAttribute('href', '/reconciliation/cases?network=MTN&day=2026-11-15');
    const bank = within(second).getByRole('link', { name: /900 1 case/ });
    expect(bank).toHaveAttribute('href', '/reconciliation/cases?network=BANK&day=2026-11-15');
    expect(screen.getByRole('row', { name: /Nov 14/ })).toHaveTextContent(
      /Agrees, part of the day.*No balance told.*Statement incomplete/,
    );
    // What was there before the first statement is taken as given, and nothing explains it.
    expect(screen.queryByText('Explained to the shilling')).toBeNull();
    expect(screen.getByText('Agrees but for open cases')).toBeVisible();
    expect(screen.getByText(/^Compared since/)).toHaveTextContent(
      'Compared since Nov 01, 2026, when the first statement begins with UGX 200,000. What of it is not in our books is taken as given: nothing explains it.',
    );
    expect(screen.getByText('Explained by what is under way')).toBeVisible();
    const called = screen.getByRole('group', { name: 'Asked directly' });
    expect(called).toHaveTextContent(
      /Clearing accounts then.*900,000.*Taken as given.*90,000.*Open cases then.*10,000.*Should have been there.*1,000,000.*Coming in.*20,000.*1,020,000/,
    );
    await press('Earlier days');
    expect(address()).toBe('/reconciliation?to=2026-11-14');
    await waitFor(() =>
      expect(calls(reconciliation.days).at(-1)?.query).toEqual({ to: '2026-11-14' }),
    );
  });

  it('say that there are none, that they load, and that they could not be loaded', async () => {
    const waiting = held();
    serve(reconciliation.days, waiting.answer);
    const loading = await renderPage('/reconciliation');
    expect(await screen.findByText('Loading the days')).toBeInTheDocument();
    loading.unmount();
    serve(reconciliation.days, ok({ days: [], hasEarlier: false, reconciledThrough: [], now: [] }));
    const none = await renderPage('/reconciliation');
    expect(await screen.findByText('No statements yet.')).toBeVisible();
    none.unmount();
    serve(reconciliation.days, refused(500, 'Out of order'));
    await renderPage('/reconciliation');
    expect(await screen.findByText('Failed to load the days')).toBeVisible();
  });
});

describe('the cases', () => {
  it('folds its filters on a phone, and says how many are active', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
    );
    const none = { before: 0, opened: 0, cleared: 0, open: 0 };
    serve(
      reconciliation.cases,
      ok([aCase], { ...pageMeta(1), more: 0, less: 0, inPairs: 0, flow: none }),
    );
    await renderPage('/reconciliation/cases?network=MTN&assignee=me');
    const button = await screen.findByRole('button', { name: 'Filters 2 active' });
    expect(screen.queryByLabelText('Kind')).not.toBeInTheDocument();
    await user.click(button);
    await user.selectOptions(screen.getByLabelText('Works on it'), 'Everybody');
    expect(await screen.findByRole('button', { name: 'Filters 1 active' })).toBe(button);
    expect(screen.getByLabelText('Day')).toBeVisible();
  });

  it('say how much of their sums may cancel out', async () => {
    const sums = { more: 10_000, less: -10_000, inPairs: 7_000 };
    serve(reconciliation.cases, ok([aCase], { ...pageMeta(1), ...sums, flow }));
    await renderPage('/reconciliation/cases');
    const shown = await screen.findByRole('region', { name: 'Sums' });
    expect(shown).toHaveTextContent('May Cancel OutUGX 7,000');
  });

  it('of one kind are chosen and proposed together, with what each posts', async () => {
    const other = { ...aCase, id: otherId, number: 13, effect: 500 };
    const fee = { ...aCase, id: aCase.id.replaceAll('7', '8'), number: 14, kind: 'fee' } as const;
    serve(
      reconciliation.cases,
      ok([aCase, other, fee], { ...pageMeta(3), more: 10_000, less: 0, inPairs: 0, flow }),
    );
    const legs = [{ account: 'Suspense', amount: 500, balanceAfter: 500 }];
    const posting = { kind: 'suspense', description: 'x', companyName: 'Head Office', legs };
    serve(
      reconciliation.previewMany,
      ok([
        { number: 12, postings: [posting] },
        { number: 13, postings: [posting] },
      ]),
    );
    serve(reconciliation.proposeMany, ok(null, { approvalId: id }));
    await renderPage('/reconciliation/cases');
    const choice = await screen.findByLabelText('Select case 12');
    // Nothing is offered before something is chosen.
    expect(screen.queryByRole('button', { name: 'Settle Together' })).not.toBeInTheDocument();
    await user.click(choice);
    expect(screen.getByLabelText('Select case 14')).toBeDisabled();
    await press('Choose all of this kind');
    expect(screen.getByText(/2 chosen, paid after all/)).toBeVisible();
    await press('Settle Together');
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle 2 cases' }));
    expect(await dialog.findByText('Case 13', { exact: false })).toBeVisible();
    await user.type(dialog.getByLabelText(/^Note/), 'On the statement');
    await press('Propose');
    await waitFor(() => expect(calls(reconciliation.proposeMany)).toHaveLength(1));
    expect(calls(reconciliation.proposeMany)[0]?.body).toEqual({
      caseIds: [aCase.id, otherId],
      action: 'late-success',
      note: 'On the statement',
    });
  });

  it('are filtered by the server, with sums and the flow of today', async () => {
    serve(
      reconciliation.cases,
      ok([aCase], { ...pageMeta(1), more: 10_000, less: 0, inPairs: 0, flow }),
    );
    serve(reconciliation.bridge, ok(bridge));
    await renderPage('/reconciliation/cases?network=MTN&day=2026-11-15');
    const row = await screen.findByRole('row', { name: /Paid after all/ });
    expect(row).toHaveTextContent(
      /Case 12, MTN.*Differs.*Hub Ltd.*10,000.*Nov 23, 2026.*Low.*Nobody yet.*Open/,
    );
    const sums = screen.getByRole('region', { name: 'Sums' });
    expect(sums).toHaveTextContent('2 before + 1 opened - 2 cleared = 1 open');
    expect(await screen.findByText('Float at MTN')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('State'), 'Settled');
    await user.selectOptions(screen.getByLabelText('Works on it'), 'Mine');
    await user.selectOptions(screen.getByLabelText('Due'), 'Overdue');
    await user.click(screen.getByRole('button', { name: /^Due/ }));
    const query = {
      state: 'settled',
      network: 'MTN',
      day: '2026-11-15',
      assignee: 'me',
      due: 'overdue',
      sort: 'due',
      direction: 'asc',
      page: '1',
      pageSize: '20',
    };
    await waitFor(() => expect(calls(reconciliation.cases).at(-1)?.query).toEqual(query));
  });

  it('are saved as they are filtered', async () => {
    serve(
      reconciliation.cases,
      ok([aCase], { ...pageMeta(1), more: 10_000, less: 0, inPairs: 0, flow }),
    );
    const files = catchDownloads();
    await renderPage('/reconciliation/cases?state=all');
    await screen.findByRole('row', { name: /Paid after all/ });
    await press('Export CSV');
    const text = await (await firstFile(files)).text();
    expect(text).toContain('"12","Paid after all","differs","MTN"');
    const { query } = calls(reconciliation.cases).at(-1) ?? {};
    expect(query).toEqual({ sort: 'day', direction: 'desc', page: '1', pageSize: '100' });
  });

  it('tell none yet from none that match', async () => {
    const none = { ...pageMeta(0), more: 0, less: 0, inPairs: 0, flow };
    serve(reconciliation.cases, ok([], none));
    const empty = await renderPage('/reconciliation/cases');
    expect(await screen.findByText('No open cases.')).toBeVisible();
    empty.unmount();
    await renderPage('/reconciliation/cases?kind=amount');
    expect(await screen.findByText('No cases match your search.')).toBeVisible();
  });
});

describe('a case', () => {
  const legs = [
    { account: 'Front Desk', amount: 10_000, balanceAfter: 30_000 },
    { account: 'Clearing MTN', amount: -10_000, balanceAfter: -30_000 },
  ];
  const posting = { kind: 'collection', description: 'Order 17', companyName: 'Hub Ltd', legs };

  it('shows both sides, and what its action posts before it is proposed', async () => {
    serve(reconciliation.case, ok(details));
    serve(reconciliation.preview, ok({ postings: [posting] }));
    serve(reconciliation.propose, ok(details));
    await renderPage(`/reconciliation/cases/${id}`);
    expect(await screen.findByText(details.cause)).toBeVisible();
    expect(screen.getByRole('link', { name: /mtn\.csv, line 4/ })).toBeVisible();
    expect(screen.getByText('Not booked')).toBeVisible();
    expect(screen.getByRole('link', { name: /Follows case 3/ })).toBeVisible();
    const shown = screen.getByRole('region', { name: 'What it posts' });
    expect(await within(shown).findByText('Clearing MTN')).toBeVisible();
    await press('Propose');
    expect(await screen.findByText('Note is required')).toBeVisible();
    await user.type(screen.getByLabelText(/^Note/), 'On the statement');
    await press('Propose');
    await waitFor(() =>
      expect(calls(reconciliation.propose).at(-1)?.body).toEqual({
        action: 'late-success',
        note: 'On the statement',
      }),
    );
  });

  it('says why an action is not possible, and asks for the day to wait for', async () => {
    serve(reconciliation.case, ok(details));
    serve(reconciliation.preview, refused(409, 'Account is inactive'));
    await renderPage(`/reconciliation/cases/${id}`);
    expect(await screen.findByText('Account is inactive')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Action'), 'Wait until a day');
    await press('Propose');
    expect(await screen.findByText('Choose a day')).toBeVisible();
    for (const wrong of [kampalaDay(), kampalaDay(-91)]) {
      await user.clear(screen.getByLabelText(/^Until/));
      await user.type(screen.getByLabelText(/^Until/), wrong);
      await press('Propose');
      expect(screen.getByText('Choose a day within the next 90 days')).toBeVisible();
      expect(screen.getByLabelText(/^Until/)).toHaveFocus();
    }
    expect(calls(reconciliation.propose)).toEqual([]);
  });

  it('that is proposed shows what it posts and leads to its approval; support settles nothing', async () => {
    serve(reconciliation.preview, ok({ postings: [posting] }));
    const proposed = { approvalId: id, action: 'late-success', isOwn: false } as const;
    serve(reconciliation.case, ok({ ...details, proposed }));
    const one = await renderPage(`/reconciliation/cases/${id}`);
    expect(await screen.findByRole('link', { name: /second person/ })).toHaveAttribute(
      'href',
      `/approvals/${id}`,
    );
    const shown = screen.getByRole('region', { name: 'What it posts' });
    expect(await within(shown).findByText('Clearing MTN')).toBeVisible();
    expect(screen.queryByText('Settle it')).toBeNull();
    one.unmount();
    serve(reconciliation.case, ok(details));
    await renderPage(`/reconciliation/cases/${id}`, { as: support });
    expect(await screen.findByText('History')).toBeVisible();
    expect(screen.queryByText('Settle it')).toBeNull();
  });
});
