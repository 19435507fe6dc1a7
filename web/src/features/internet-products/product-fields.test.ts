import { describe, expect, it } from 'vitest';
import { productFormSchema } from './product-fields.tsx';

const typed = { productCode: 'A', productName: 'B', amount: '1', active: true };
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

it('code and name are trimmed and required', () => {
  expect(productFormSchema.parse({ ...typed, productCode: ' A ', productName: '\tB ' })).toEqual({
    productCode: 'A',
    productName: 'B',
    amount: 1,
    active: true,
  });
  expect(errorOf({ productCode: '  ' })).toBe('Product code is required');
  expect(errorOf({ productName: '' })).toBe('Product name is required');
});
