import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replay, type RecordedCase } from '../../../test/exchanges.ts';

/*
 * Exchanges with the networks, written from their public descriptions: a change of a connector shows
 * here as a difference of what it sends or of what it makes of an answer.
 */

const directory = new URL('exchanges/', import.meta.url);
const files = readdirSync(directory).map((name) => ({
  name,
  network: name.startsWith('mtn') ? ('MTN' as const) : ('AIRTEL' as const),
  cases: JSON.parse(readFileSync(new URL(name, directory), 'utf8')) as RecordedCase[],
}));

describe.each(files)('$name', ({ network, cases }) => {
  it.each(cases)('$what', async (recorded) => {
    const { sent, result } = await replay(network, recorded);
    expect(sent).toEqual(recorded.exchanges.map(({ request }) => request));
    expect(result).toEqual(recorded.result);
  });
});

it('every operation of each network is recorded', () => {
  const recorded = (network: string) =>
    new Set(
      files
        .filter((file) => file.network === network)
        .flatMap(({ cases }) =>
          cases.map(({ operation, order }) => {
            const isPayout = order && 'direction' in order && order.direction === 'payout';
            return isPayout ? `${operation} of a payout` : operation;
          }),
        ),
    );
  const operations = [
    'request',
    'request of a payout',
    'status',
    'status of a payout',
    'refund',
    'refundStatus',
    'holder',
    'floats',
    'readCallback',
  ];
  expect([...recorded('MTN')].toSorted()).toEqual(operations.toSorted());
  expect([...recorded('AIRTEL')].toSorted()).toEqual([...operations, 'transactions'].toSorted());
});
