import type { InternetProduct } from '@sente/contract/internet-products';
import { describe, expect, it } from 'vitest';
import { filterProducts, pageOfProducts, stockLevel } from './internet-product-list.ts';

const product = (productCode: string, more: Partial<InternetProduct> = {}): InternetProduct => ({
  recordId: productCode,
  productCode,
  productName: `Name of ${productCode}`,
  amount: 1_000,
  active: true,
  stock: 42,
  companyId: 'c',
  recordDate: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  isDeleted: false,
  ...more,
});

describe('the filters', () => {
  const all = [
    product('DAY-1', { productName: 'Sunrise pass' }),
    product('WEEK', { productName: 'Seven days', active: false }),
    product('GONE', { isDeleted: true }),
  ];
  const codes = (search: string, status: '' | 'active' | 'inactive' = '') =>
    filterProducts(all, { search, status }).map(({ productCode }) => productCode);

  it('search code and name, whatever the case', () => {
    expect(codes('day-')).toEqual(['DAY-1']);
    expect(codes(' SEVEN ')).toEqual(['WEEK']);
    expect(codes('nothing')).toEqual([]);
  });

  it('an empty status means all, and a deleted one is never there', () => {
    expect(codes('')).toEqual(['DAY-1', 'WEEK']);
    expect(codes('', 'active')).toEqual(['DAY-1']);
    expect(codes('', 'inactive')).toEqual(['WEEK']);
  });
});

it('a page has ten, and the last one stands in for those past it', () => {
  const all = Array.from({ length: 14 }, (_, n) => product(`P${n}`));
  expect(pageOfProducts(all, 1)).toMatchObject({ page: 1, totalPages: 2, totalCount: 14 });
  expect(pageOfProducts(all, 1).rows).toHaveLength(10);
  expect(pageOfProducts(all, 2).rows.map(({ productCode }) => productCode)).toEqual([
    'P10',
    'P11',
    'P12',
    'P13',
  ]);
  expect(pageOfProducts(all, 9).page).toBe(2);
  expect(pageOfProducts([], 1)).toMatchObject({ page: 1, totalPages: 1, rows: [] });
});

it.each([
  [10, true, 'plenty'],
  [9, true, 'low'],
  [1, true, 'low'],
  [0, true, 'out'],
  [0, false, 'plenty'],
  [3, false, 'plenty'],
] as const)('%i left of one whose active is %s: %s', (stock, active, level) => {
  expect(stockLevel({ stock, active })).toBe(level);
});
