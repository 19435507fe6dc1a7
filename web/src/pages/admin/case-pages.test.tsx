import { approvals } from '@sente/contract/approvals';
import { reconciliation, type CaseDetails } from '@sente/contract/reconciliation';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { caseId, theCase } from '../../testing/cases.ts';
import { renderPage } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

/* A line and a booking that people make a pair. */

const otherId = '88888888-8888-7888-8888-888888888888';
const side = { amount: 10_000, at: '2026-11-15T09:00:00.000Z' };
const pair = {
  theirs: { ...side, phoneNumber: '256772123456', reference: '30211' },
  ours: { ...side, phoneNumber: '256772999999', reference: '30977' },
  differences: [
    { of: 'number', text: 'The numbers differ: +256 772 123456 there, +256 772 999999 here.' },
  ],
} satisfies NonNullable<CaseDetails['other']>['pair'];
const alone = { ...theCase, kind: 'only-theirs', ours: null } as const;
const { ours } = theCase;
const other = { id: otherId, number: 13, theirs: theCase.theirs, ours, pair };
const page = (details: CaseDetails) => {
  serve(reconciliation.case, ok(details));
  return renderPage(`/reconciliation/cases/${caseId}`);
};

it('both sides are compared before it is proposed, and nothing is posted', async () => {
  const candidate = {
    id: otherId,
    number: 13,
    kind: 'only-ours',
    day: '2026-11-16',
    reference: 'FT1',
    company: 'Hub Ltd',
    pair,
  } as const;
  serve(reconciliation.propose, ok(alone));
  await page({ ...alone, actions: ['match', 'suspense', 'wait'], candidates: [candidate] });
  expect(await screen.findByLabelText('Other case')).toHaveTextContent(
    'Case 13: Only in our books, Nov 16, 2026, Hub Ltd, FT1',
  );
  const table = within(screen.getByRole('table', { name: 'Both sides' }));
  expect(table.getByRole('row', { name: /Number/ })).toHaveTextContent(
    '+256 772 123456+256 772 999999Differs',
  );
  expect(table.getByRole('row', { name: /Amount/ })).not.toHaveTextContent('Differs');
  await user.type(screen.getByLabelText(/^Note/), 'The same transfer');
  await press('Propose');
  await waitFor(() =>
    expect(calls(reconciliation.propose).at(-1)?.body).toEqual({
      action: 'match',
      note: 'The same transfer',
      otherCaseId: otherId,
    }),
  );
  expect(calls(reconciliation.preview)).toEqual([]);
});

it('two presses within one frame propose once', async () => {
  serve(reconciliation.preview, ok({ postings: [] }));
  serve(reconciliation.propose, ok(alone));
  await page({ ...alone, actions: ['suspense', 'wait'] });
  await user.type(await screen.findByLabelText(/^Note/), 'Nobody knows the number');
  const button = screen.getByRole('button', { name: 'Propose' });
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByText('Proposed. A second person has to approve it.');
  expect(calls(reconciliation.propose)).toHaveLength(1);
});

it('a proposed pair shows both sides and what differs, and its author withdraws it', async () => {
  const proposed = { approvalId: otherId, action: 'match', isOwn: true } as const;
  await page({ ...alone, proposed, other });
  expect(await screen.findByText(/The numbers differ/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'mtn.csv, line 4' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the payment' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Case 13' })).toBeVisible();
  serve(approvals.withdraw, ok(anApproval({ state: 'withdrawn' })));
  await press('Withdraw');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(calls(approvals.withdraw).at(-1)?.params).toEqual({ id: otherId }));
});

it('a settled pair leads to both, and others do not withdraw a proposal', async () => {
  const proposed = { approvalId: otherId, action: 'suspense', isOwn: false } as const;
  serve(reconciliation.preview, ok({ postings: [] }));
  const first = await page({ ...alone, proposed });
  expect(await screen.findByText('Proposed: write to suspense')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  first.unmount();
  const settled = { state: 'settled', settledBy: 'people', action: 'match' } as const;
  await page({ ...alone, ...settled, settledAt: side.at, actions: [], other });
  expect(await screen.findByRole('link', { name: 'Case 13 was the other side' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'mtn.csv, line 4' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the payment' })).toBeVisible();
});

it('says by how much they differ once, and compares both sides fact by fact', async () => {
  serve(reconciliation.preview, ok({ postings: [] }));
  const first = await page({
    ...theCase,
    effect: -2_000,
    ours: ours && { ...ours, amount: 12_000, networkReference: '30211' },
  });
  expect(await screen.findByText('less there than in the books')).toBeVisible();
  expect(screen.queryByText(/-2,000/)).toBeNull();
  const row = (name: RegExp) =>
    within(screen.getByRole('table', { name: 'What the statement and our books say' })).getByRole(
      'row',
      { name },
    );
  expect(row(/^Amount/)).toHaveTextContent(/10,000Came in.*12,000Received.*Differs/);
  expect(row(/^Status/)).toHaveTextContent('CompletedFailedDiffers');
  expect(row(/^Number/)).not.toHaveTextContent('Differs');
  expect(row(/^Reference/)).toHaveTextContent('Reference3021130211');
  first.unmount();
  await page(alone);
  expect(await screen.findByText('Nothing here belongs to it.')).toBeVisible();
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns).toEqual(['What', 'At the network']);
  expect(row(/^Amount/)).not.toHaveTextContent('Differs');
});

it('a line that failed at the network did not come in', async () => {
  serve(reconciliation.preview, ok({ postings: [] }));
  const { theirs } = theCase;
  await page({
    ...theCase,
    kind: 'not-paid',
    effect: -10_000,
    theirs: theirs && { ...theirs, status: 'failed' },
  });
  expect(await screen.findByText('Tried to come in')).toBeVisible();
  expect(screen.queryByText(/\+10,000/)).toBeNull();
});

it('says that a side of the same number and amount is not late yet', async () => {
  await page({ ...alone, actions: ['wait', 'suspense'], waitingAlike: 1 });
  expect(await screen.findByText('Its other side may not be late yet')).toBeVisible();
});

it('somebody takes the case and writes a note', async () => {
  serve(reconciliation.preview, ok({ postings: [] }));
  serve(reconciliation.assign, ok(theCase));
  serve(reconciliation.note, ok(theCase));
  const note = { at: side.at, what: 'noted', by: 'Sarah Nakato', text: 'Asked MTN' } as const;
  await page({ ...theCase, severity: 'high', history: [...theCase.history, note] });
  expect(await screen.findByText('Note by Sarah Nakato')).toBeVisible();
  expect(screen.getByText('High')).toBeVisible();
  await press('Take it');
  await waitFor(() => expect(calls(reconciliation.assign)[0]?.body).toEqual({ isMine: true }));
  await press('Write the note');
  expect(await screen.findByText('Note is required')).toBeVisible();
  await user.type(screen.getByLabelText(/^For colleagues/), 'They answer tomorrow');
  await press('Write the note');
  await waitFor(() =>
    expect(calls(reconciliation.note)[0]?.body).toEqual({ text: 'They answer tomorrow' }),
  );
});
