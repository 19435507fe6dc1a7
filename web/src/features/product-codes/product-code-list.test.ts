import type { ProductCode } from '@sente/contract/product-codes';
import { describe, expect, it } from 'vitest';
import { isUsed, listOfAll, type CodeFilters } from './product-code-list.ts';

const code = (name: string, used: unknown, product_type = 'DAY-1') =>
  ({
    record_id: `id-of-${name}`,
    code: name,
    product_type,
    record_date: '2026-01-05T10:00:00.000Z',
    used,
    used_date: null,
  }) as ProductCode;

it.each([
  [1, true],
  ['1', true],
  [true, true],
  ['true', true],
  [0, false],
  ['0', false],
  [false, false],
  ['false', false],
  [null, false],
  [undefined, false],
  ['yes', false],
])('the flag %j is used: %s', (used, expected) => {
  expect(isUsed({ used })).toBe(expected);
});

describe('a complete list', () => {
  const all = [code('KLA-1', 'true'), code('KLA-2', 'false', 'WEEK'), code('JIN-1', 1, 'WEEK')];
  const ask = (filters: Partial<CodeFilters>) =>
    listOfAll(all, { search: '', status: 'all', productType: '', ...filters }).codes.map(
      (each) => each.code,
    );

  it('is searched in code, product type and record id', () => {
    expect(ask({ search: 'kla' })).toEqual(['KLA-1', 'KLA-2']);
    expect(ask({ search: 'week' })).toEqual(['KLA-2', 'JIN-1']);
    expect(ask({ search: 'ID-OF-jin' })).toEqual(['JIN-1']);
  });

  it('is filtered by the same reading of the flag that the chips have', () => {
    expect(ask({ status: 'used' })).toEqual(['KLA-1', 'JIN-1']);
    expect(ask({ status: 'unused' })).toEqual(['KLA-2']);
    expect(listOfAll(all, { search: '', status: 'all', productType: '' }).availableCount).toBe(1);
  });

  it('offers the product types of all codes, whatever is filtered', () => {
    expect(ask({ productType: 'week', status: 'used' })).toEqual(['JIN-1']);
    const list = listOfAll(all, { search: 'nothing', status: 'all', productType: '' });
    expect(list).toEqual({
      codes: [],
      totalCount: 0,
      availableCount: 0,
      reservedCount: 0,
      isCapped: false,
      productTypes: ['DAY-1', 'WEEK'],
    });
  });
});
