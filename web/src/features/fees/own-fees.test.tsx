import { fees } from '@sente/contract/fees';
import { taxes, type TaxRate } from '@sente/contract/taxes';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { beOnPhone } from '../../testing/phone.ts';
import { owner, ownCompanyId } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { aFee } from '../../testing/staff-records.ts';
import { put, user } from '../../testing/user.ts';
import OwnFees from './own-fees.tsx';

const settlementRule = { kind: 'banded' as const, bands: [{ upTo: null, fee: 1_000 }] };
const open = () =>
  renderPart(<OwnFees companyId={ownCompanyId} settlementRule={settlementRule} />, {
    as: owner,
    at: '/client/limits',
  });
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => {
  serve(fees.list, ok([aFee()]));
  serve(taxes.list, ok([aTax()]));
});

it('says per direction what is charged, with an example', async () => {
  open();
  expect(await rowOf(/^Collections/)).toHaveTextContent(
    /alike1.5%, at least UGX 100Since Jan 31, 2026, 8:00 AMNoneUGX 150UGX \+9,850$/,
  );
  expect(await rowOf(/^Payouts/)).toHaveTextContent(/No feeNoneUGX 0UGX -10,000$/);
  expect(await rowOf(/^Settlements/)).toHaveTextContent(
    /UGX 1,000 eachVAT: 18% of the fee, on top of the feeUGX 1,180of which tax UGX 180UGX -11,180$/,
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(calls(fees.list).map(({ params }) => params)).toEqual([{ id: ownCompanyId }]);
});

it('has a line of its own for each term on the card of a phone', async () => {
  beOnPhone();
  open();
  const [card] = within(await screen.findByRole('list', { name: 'Fees' })).getAllByRole('listitem');
  const lines = within(card!).getAllByRole('term');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Fee',
    'Taxes',
    'Fee of UGX 10,000',
    'On Your Account',
  ]);
  // Its name at the left, its value at the right.
  for (const { parentElement } of lines) expect(parentElement).toHaveClass('justify-between');
});

it('counts the example of the reader, and none of a text that is no amount', async () => {
  open();
  const field = await screen.findByLabelText('Example amount');
  await user.clear(field);
  await put(field, '2000');
  expect(await rowOf(/^Collections/)).toHaveTextContent(/UGX 100UGX \+1,900$/);
  await user.clear(field);
  await put(field, '40');
  expect(await rowOf(/^Collections/)).toHaveTextContent(/UGX 100Must be more than the fee$/);
  await user.clear(field);
  expect(screen.getByText(/Must be whole shillings up to/)).toBeVisible();
  expect(await rowOf(/^Collections/)).toHaveTextContent(
    /1.5%, at least UGX 100Since Jan 31, 2026, 8:00 AMNone–None–None$/,
  );
});

it('has no tax on a fee that is none', async () => {
  serve(taxes.list, ok([aTax({ direction: 'payout' })]));
  open();
  expect(await rowOf(/^Payouts/)).toHaveTextContent(/No feeNoneUGX 0UGX -10,000$/);
});

it('names what is planned, and nothing else', async () => {
  const planned = { isCurrent: false, effectiveFrom: '2199-01-31T05:00:00.000Z' };
  const rule = { kind: 'percent' as const, percent: 3, minimum: null, maximum: null };
  serve(fees.list, ok([aFee({ ...planned, id: ownCompanyId, rule }), aFee()]));
  serve(taxes.list, ok([aTax(planned)]));
  open();
  const list = await screen.findByRole('region', { name: 'Planned changes' });
  expect(list).toHaveTextContent(/From .*2199.*: Collections: 3%/);
  expect(list).toHaveTextContent(/VAT on settlements: 18% of the fee/);
});

it('says that the fees could not be loaded', async () => {
  serve(fees.list, refused(500, 'Broken'));
  open();
  expect(await screen.findByText('Failed to load fees')).toBeVisible();
});

function aTax(more: Partial<TaxRate> = {}): TaxRate {
  return {
    id: '88888888-8888-4888-8888-888888888888',
    tax: 'vat',
    direction: 'settlement',
    name: 'VAT',
    percent: 18,
    isOnTop: true,
    effectiveFrom: '2026-01-31T05:00:00.000Z',
    endsAt: null,
    isCurrent: true,
    createdBy: null,
    createdAt: '2026-01-31T05:00:00.000Z',
    ...more,
  };
}
