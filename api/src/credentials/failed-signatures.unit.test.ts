import { beforeEach, expect, it } from 'vitest';
import { createFailedSignatures, type FailedSignatures } from './failed-signatures.ts';

let now: number;
let failures: FailedSignatures;
beforeEach(() => {
  now = 1_000_000;
  failures = createFailedSignatures(() => now);
});

const fail = (address: string, times: number): void => {
  for (let n = 0; n < times; n++) failures.failed(address);
};
const mayTry = (address: string, channelId = 'c'): boolean => {
  try {
    failures.refuseWhileBlocked(address, channelId);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests' });
    return false;
  }
};

it('blocks an address that keeps signing wrongly for the rest of the minute', () => {
  fail('1.1.1.1', 59);
  expect(mayTry('1.1.1.1')).toBe(true);
  fail('1.1.1.1', 1);
  expect(mayTry('1.1.1.1')).toBe(false);
  expect(mayTry('1.1.1.1', 'another')).toBe(false);
  expect(mayTry('2.2.2.2')).toBe(true);
  now += 60_000;
  expect(mayTry('1.1.1.1')).toBe(true);
  fail('1.1.1.1', 1);
  expect(mayTry('1.1.1.1')).toBe(true);
});

it('never blocks a caller whose signature was valid from there, whatever others do', () => {
  failures.succeeded('1.1.1.1', 'good');
  fail('1.1.1.1', 1_000);
  expect(mayTry('1.1.1.1', 'good')).toBe(true);
  expect(mayTry('1.1.1.1', 'bad')).toBe(false);
  // A stranger at another address who knows the channel id gains nothing and blocks nobody.
  fail('6.6.6.6', 1_000);
  expect(mayTry('6.6.6.6', 'good')).toBe(false);
  expect(mayTry('1.1.1.1', 'good')).toBe(true);
});

it('trusts an address for most of an hour after a valid signature', () => {
  failures.succeeded('1.1.1.1', 'good');
  now += 45 * 60_000;
  failures.succeeded('1.1.1.1', 'good');
  now += 45 * 60_000;
  fail('1.1.1.1', 60);
  expect(mayTry('1.1.1.1', 'good')).toBe(true);
  now += 30 * 60_000;
  fail('1.1.1.1', 60);
  expect(mayTry('1.1.1.1', 'good')).toBe(false);
});

it('evicts the oldest entry instead of growing without bound', () => {
  fail('1.1.1.1', 60);
  for (let n = 0; n < 10_000; n++) failures.failed(`address ${n}`);
  expect(mayTry('1.1.1.1')).toBe(true);
});
