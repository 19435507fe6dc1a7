import { describe, expect, it } from 'vitest';
import { productFormSchema } from './product-fields.tsx';

const typed = { productCode: 'A', productName: 'B', amount: '1', lowStockAt: '5', active: true };
const errorOf = (change: Partial<typeof typed>) =>
  productFormSchema.safeParse({ ...typed, ...change }).error?.issues[0]?.message;

describe('the amount', () => {
  it.each([
    ['', 'Amount must be greater than 0'],
    ['0', 'Amount must be greater than 0'],
    ['-5', 'Amount must be greater than 0'],
    ['1,5', 'Amount must be a number of UGX'],
    ['abc', 'Amount must be a number of UGX'],
    ['1.234', 'Amount must be a number of UGX with at most two decimals'],
    ['99999999999999', 'Amount is too large'],
    ['0.01', undefined],
  ])('the amount "%s" gets %s', (amount, message) => {
    expect(errorOf({ amount })).toBe(message);
  });
});

it.each([
  ['', null, undefined],
  ['0', 0, undefined],
  ['250', 250, undefined],
  ['-1', undefined, 'Must be a whole number from 0 to 1,000,000'],
  ['1.5', undefined, 'Must be a whole number from 0 to 1,000,000'],
  ['few', undefined, 'Must be a whole number from 0 to 1,000,000'],
])('low stock "%s" is %s, or gets %s', (lowStockAt, few, message) => {
  expect(productFormSchema.safeParse({ ...typed, lowStockAt }).data?.lowStockAt).toBe(few);
  expect(errorOf({ lowStockAt })).toBe(message);
});

it('code and name are trimmed and required', () => {
  expect(productFormSchema.parse({ ...typed, productCode: ' A ', productName: '\tB ' })).toEqual({
    productCode: 'A',
    productName: 'B',
    amount: 1,
    lowStockAt: 5,
    active: true,
  });
  expect(errorOf({ productCode: '  ' })).toBe('Product code is required');
  expect(errorOf({ productName: '' })).toBe('Product name is required');
});
