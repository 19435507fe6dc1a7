import { describe, expect, it } from 'vitest';
import { isOwnPage, requestedPageOf, stateFor } from './requested-page.ts';

describe('isOwnPage', () => {
  it.each([
    '/',
    '/companies',
    '/companies/edit/7',
    '/companies?search=tea%20house&page=2#top',
    '/settings?tab=security',
    '/loginhelp',
  ])('accepts %s', (page) => expect(isOwnPage(page)).toBe(true));

  it.each([
    '',
    'companies',
    'https://evil.test',
    'javascript:alert(1)',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/companies\\..',
    '/a//b',
    '/\t/evil.test',
    '/\n/evil.test',
    ' /companies',
    '/comp anies',
    '/\u007f',
    '/login',
    '/login/',
    '/LOGIN',
    '/login?x=1',
    '/login#x',
    '/?next=//evil.test',
  ])('refuses %j', (page) => expect(isOwnPage(page)).toBe(false));
});

describe('requestedPageOf', () => {
  it('returns what stateFor kept', () => {
    const page = { pathname: '/companies', search: '?page=2', hash: '#row-3' };
    expect(requestedPageOf(stateFor(page))).toBe('/companies?page=2#row-3');
  });

  it.each([[null], [undefined], ['/companies'], [{}], [{ requestedPage: 7 }]])(
    'finds nothing in %j',
    (state) => expect(requestedPageOf(state)).toBeNull(),
  );

  it('refuses a foreign page', () => {
    expect(requestedPageOf({ requestedPage: '//evil.test' })).toBeNull();
  });
});
