import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';

describe('paths', () => {
  it('paths encode their parameters', () => {
    expect(paths.company('a/b?c')).toBe('/companies/a%2Fb%3Fc');
    expect(paths.companies({ search: 'tea & co' })).toBe('/companies?search=tea+%26+co');
  });

  it('paths leave out empty parameters', () => {
    expect(paths.companies({ search: '' })).toBe('/companies');
    expect(paths.settings()).toBe('/settings');
    expect(paths.settings('profile')).toBe('/settings?tab=profile');
    expect(paths.client.transactions({ search: 'x', range: 'all' })).toBe(
      '/client/transactions?search=x&range=all',
    );
  });
});
