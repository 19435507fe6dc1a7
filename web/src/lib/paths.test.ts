import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';

describe('paths', () => {
  it('encode what they are given', () => {
    expect(paths.company('a/b?c')).toBe('/companies/a%2Fb%3Fc');
    expect(paths.companies({ search: 'tea & co' })).toBe('/companies?search=tea+%26+co');
  });

  it('leave out what is empty', () => {
    expect(paths.companies({ search: '' })).toBe('/companies');
    expect(paths.settings()).toBe('/settings');
    expect(paths.settings('profile')).toBe('/settings?tab=profile');
    expect(paths.client.transactions({ search: 'x', range: 'all' })).toBe(
      '/client/transactions?search=x&range=all',
    );
  });
});
