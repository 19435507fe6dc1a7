import { Wifi } from 'lucide-react';
import { expect, it } from 'vitest';
import { administrator, loginReplyOf, owner, restricted } from '../testing/people.ts';
import { routes as adminRoutes } from './admin-routes.ts';
import { routes as clientRoutes } from './client-routes.ts';
import { portalPages } from './portal-pages.ts';

const labels = (...given: Parameters<typeof portalPages>) =>
  portalPages(...given).map(({ label }) => label);
const none = () => false;
const userOf = (person: Parameters<typeof loginReplyOf>[0]) => loginReplyOf(person).user;
const menu = [{ label: 'Roles', icon: Wifi, to: '/roles' }];

it('has what the menu has, and the pages behind it, once each', () => {
  const found = labels(menu, adminRoutes, userOf(administrator), none);
  expect(found[0]).toBe('Roles');
  expect(found).toEqual(expect.arrayContaining(['Reports', 'Cases', 'Accounting', 'Create User']));
  expect(found).not.toContain('Roles Management');
  expect(found).not.toContain('Case');
  expect(found).not.toContain('Page not found');
});

it('leaves out what the person may not open, and what is not shown', () => {
  const all = labels([], clientRoutes, userOf(owner), none);
  expect(all).toEqual(expect.arrayContaining(['Webhooks', 'Fees and Limits', 'Create User']));
  expect(labels([], clientRoutes, userOf(restricted), none)).toEqual(['Dashboard', 'Settings']);
  expect(
    labels([], clientRoutes, userOf(owner), (path) => path.startsWith('/client/developers')),
  ).not.toContain('Webhooks');
});
