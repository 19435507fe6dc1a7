import { permissionNames, type PermissionName } from '@sente/contract/permissions';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { saveSession } from '../../session/session-store.ts';
import { loginReplyOf, owner, ownCompanyId, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import SettingsPage from './settings-page.tsx';

const userId = '33333333-3333-4333-8333-333333333333';
const profile = {
  id: userId,
  firstName: 'Grace',
  lastName: 'Nakato',
  name: 'Grace Nakato',
  username: 'grace',
  email: 'grace@demo-one.test',
  phoneNumber: null,
  avatar: null,
  companyId: ownCompanyId,
  companyName: 'Demo One',
  roles: [
    {
      id: 'r',
      name: 'client_manager',
      description: 'Runs the shop',
      permissions: [{ id: 'p', name: 'canViewAccounts', description: 'See the accounts' }],
    },
  ],
  createdDate: '2024-01-05T00:00:00.000Z',
  lastLoginDate: null,
};
const company = {
  id: ownCompanyId,
  name: 'Demo One',
  description: 'Vouchers and\nrepairs',
  website: 'https://demo-one.test',
  phone: '0772 000000',
  email: 'hello@demo-one.test',
  address: 'Plot 1, Gulu',
  logoUrl: null,
  createdAt: '2024-01-05T00:00:00.000Z',
  updatedAt: '2025-02-06T00:00:00.000Z',
};
const passwordCall = `PUT /User/${userId}/change-password`;
const companyCall = `GET /Company/${ownCompanyId}`;

type Answer = { status?: number; body: unknown } | 'cut off';
let says: Record<string, Answer>;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const method = init?.method ?? 'GET';
  const path = String(input).replace(/^\/api/, '');
  calls.push([method, path, init?.body].filter(Boolean).join(' '));
  const works = method === 'PUT' ? null : path.startsWith('/User/') ? profile : company;
  const answer = says[`${method} ${path}`] ?? { body: { success: true, data: works } };
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers });
}

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

/** Awaited as a whole: the code of a tab arrives during it. */
async function open(tab = 'profile') {
  return act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/client/settings?tab=${tab}`]} useTransitions={false}>
          <SettingsPage />
          <Where />
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

function signInWithout(...missing: PermissionName[]): void {
  signInAs({ ...owner, permissions: permissionNames.filter((name) => !missing.includes(name)) });
}

// As after a first visit: opening a tab then waits for nothing.
beforeAll(async () => {
  await import('../../features/settings/company-tab.tsx');
  await import('../../features/settings/client-security-tab.tsx');
  await import('../../features/settings/client-notifications-tab.tsx');
}, 60_000);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  says = {};
  calls = [];
  client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  signInAs(owner);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const shownToasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((text) => text.textContent);
const toastOf = (text: string) => waitFor(() => expect(shownToasts()).toContain(text));
const tab = (name: string) => screen.getByRole('tab', { name });

describe('the tabs', () => {
  it('stand in the address', async () => {
    await open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Company',
      'Security',
      'Notifications',
    ]);
    await user.click(tab('Security'));
    expect(screen.getByTestId('where')).toHaveTextContent('?tab=security');
  });

  it('keep Company closed for whoever may not manage it, and say why', async () => {
    signInWithout('canManageCompany');
    await open('company');
    expect(tab('Profile')).toHaveAttribute('aria-selected', 'true');
    expect(tab('Company')).toHaveAttribute('aria-disabled', 'true');
    expect(tab('Company')).toHaveAccessibleDescription(
      'Only users who can manage the company can open this tab.',
    );
    await user.click(tab('Company'));
    expect(tab('Profile')).toHaveAttribute('aria-selected', 'true');
    await screen.findByText('grace');
    expect(calls).toEqual([`GET /User/${userId}`]);
  });

  it('keep what was typed while another one is looked at', async () => {
    await open('security');
    await user.type(screen.getByLabelText('Current Password'), 'half');
    await user.click(tab('Notifications'));
    await user.click(tab('Security'));
    expect(screen.getByLabelText('Current Password')).toHaveValue('half');
  });
});

describe('the profile', () => {
  it('is the signed-in person with company, roles and activity, read-only', async () => {
    await open();
    expect(await screen.findByText('grace@demo-one.test')).toBeVisible();
    for (const text of [
      'Personal Information',
      'Demo One',
      ownCompanyId,
      'Roles and Permissions',
      'client manager',
      'Runs the shop',
      'canViewAccounts',
      'January 05, 2024',
      'Never',
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it.each([
    ['a refusal without a word', { body: { success: false } }, 'Failed to load user profile'],
    ['a message', { status: 500, body: { message: 'Closed today' } }, 'Closed today'],
    ['no data', { body: { success: true, data: null } }, 'Invalid response format'],
    ['no connection', 'cut off' as const, 'Network error occurred'],
  ])('that fails with %s says so twice and can be tried again', async (_, answer, reason) => {
    says[`GET /User/${userId}`] = answer;
    await open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    await toastOf('Failed to load user profile');
    const panel = retry.closest('[role=alert]');
    expect(panel).toHaveTextContent('Failed to load user profile');
    expect(panel).toHaveTextContent(reason);
    says = {};
    await user.click(retry);
    expect(await screen.findByText('grace@demo-one.test')).toBeVisible();
  });

  it('shows what there is of a record that lacks most of its fields', async () => {
    says[`GET /User/${userId}`] = { body: { id: userId, email: 'grace@demo-one.test' } };
    await open();
    expect(await screen.findAllByText('grace@demo-one.test')).not.toHaveLength(0);
    expect(screen.getByText('No roles assigned')).toBeVisible();
    expect(screen.queryByText('Company ID')).not.toBeInTheDocument();
  });

  it.each([
    ['manages users', [], true, false],
    ['only sees users', ['canManageUsers'], false, true],
    ['does neither', ['canManageUsers', 'canViewUsers'], false, false],
    ['may not edit the profile', ['canEditProfile'], false, false],
  ] as const)('of somebody who %s has the ways on', async (_, missing, edits, lists) => {
    signInWithout(...missing);
    await open();
    await screen.findByText('grace@demo-one.test');
    const edit = screen.queryByRole('link', { name: 'Edit my details' });
    const users = screen.queryByRole('link', { name: 'Company users' });
    expect(edit?.getAttribute('href')).toBe(edits ? `/client/users/${userId}/edit` : undefined);
    expect(users?.getAttribute('href')).toBe(lists ? '/client/users' : undefined);
  });
});

describe('the company', () => {
  it('can be read and not changed', async () => {
    await open('company');
    for (const text of [
      '0772 000000',
      'hello@demo-one.test',
      'Plot 1, Gulu',
      'January 05, 2024',
      'February 06, 2025',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    const site = screen.getByRole('link', { name: 'https://demo-one.test' });
    expect(site).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('makes no link of an address that is none', async () => {
    says[companyCall] = {
      body: { success: true, data: { ...company, website: 'data:text/html,x' } },
    };
    await open('company');
    expect(await screen.findByText('data:text/html,x')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'data:text/html,x' })).not.toBeInTheDocument();
  });

  it('may have no more than a name', async () => {
    says[companyCall] = { body: { id: ownCompanyId, name: 'Demo One' } };
    await open('company');
    expect(await screen.findByText('No description')).toBeVisible();
    expect(screen.getAllByText('-')).toHaveLength(4);
    expect(screen.getAllByText('N/A')).toHaveLength(2);
  });

  it.each([
    ['a refusal without a word', { body: { success: false } }, 'Failed to fetch company details'],
    ['a message', { status: 404, body: { message: 'Company not found' } }, 'Company not found'],
  ])('that fails with %s says so and can be tried again', async (_, answer, reason) => {
    says[companyCall] = answer;
    await open('company');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to fetch company details');
    expect(panel).toHaveTextContent(reason);
    says = {};
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Plot 1, Gulu')).toBeVisible();
  });

  it('of somebody without one', async () => {
    signInAs({ ...owner, companyId: null });
    await open('company');
    expect(screen.getByRole('alert')).toHaveTextContent('No company ID provided');
    expect(calls).toEqual([]);
  });
});

describe('the password', () => {
  const box = (label: string) => screen.getByLabelText(label);
  const type = async (current: string, next: string, confirm = next) => {
    for (const [label, text] of [
      ['Current Password', current],
      ['New Password', next],
      ['Confirm New Password', confirm],
    ] as const) {
      await user.click(box(label));
      // In one piece: letter by letter, each renders the page.
      if (text) await user.paste(text);
    }
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  };
  const done = 'Password updated successfully!';

  it('is sent with both typings; the fields are emptied, and it is said to stay', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await toastOf(done);
    expect(calls).toEqual([
      `${passwordCall} {"currentPassword":"old-pass-1","newPassword":"new-pass-1","confirmNewPassword":"new-pass-1"}`,
    ]);
    expect(screen.getAllByText(done)).toHaveLength(2);
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      expect(box(label)).toHaveValue('');
    }
  });

  it('can be looked at, field by field', async () => {
    await open('security');
    for (const name of ['current password', 'new password', 'confirm new password']) {
      await user.click(screen.getByRole('button', { name: `Show ${name}` }));
      expect(screen.getByRole('button', { name: `Hide ${name}` })).toBeVisible();
    }
    expect(box('Confirm New Password')).toHaveAttribute('type', 'text');
  });

  it('needs all three fields', async () => {
    await open('security');
    await type('', '');
    for (const text of [
      'Current password is required',
      'New password is required',
      'Please confirm your new password',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(box('Current Password')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('must be typed twice alike', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass-1', 'new-pass-2');
    expect(await screen.findByText('New passwords do not match.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('has no length of its own: the server says what is too short, and what was typed stays', async () => {
    const message = 'Password must be at least 6 characters';
    says[passwordCall] = {
      status: 400,
      body: { success: false, message, fields: { newPassword: message } },
    };
    await open('security');
    await type('old-pass-1', 'abc');
    await toastOf(message);
    expect(box('New Password')).toHaveAccessibleDescription(message);
    await waitFor(() => expect(box('New Password')).toHaveFocus());
    expect(box('Current Password')).toHaveValue('old-pass-1');
    expect(box('New Password')).not.toHaveAttribute('maxlength');
  });

  it.each([
    [
      'a refusal without a word',
      { body: { success: false } },
      'Failed to update password. Please check your current password.',
    ],
    [
      'an empty HTTP error',
      { status: 500, body: {} },
      'Failed to update password. Please check your current password.',
    ],
    ['no connection', 'cut off' as const, 'Network error occurred'],
  ])('that fails with %s says so', async (_, answer, reason) => {
    says[passwordCall] = answer;
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await toastOf(reason);
    expect(screen.queryByText(done)).not.toBeInTheDocument();
    expect(box('New Password')).toHaveValue('new-pass-1');
  });

  it('is changed by any answer that does not say otherwise', async () => {
    says[passwordCall] = { body: {} };
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await toastOf(done);
  });

  it('of nobody is not sent', async () => {
    const reply = loginReplyOf(owner);
    saveSession({ ...reply, user: { ...reply.user, id: '' } });
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await toastOf('User ID not found.');
    expect(calls).toEqual([]);
  });
});

describe('the second factor', () => {
  const sms = () => screen.getByRole('switch', { name: 'SMS Authentication' });

  it('is a wish that this browser remembers, and says so', async () => {
    const { unmount } = await open('security');
    expect(sms()).not.toBeChecked();
    expect(sms()).toHaveAccessibleDescription(
      'Saved on this device only. Sign-in does not ask for a code yet.',
    );
    await user.click(sms());
    unmount();
    await open('security');
    expect(sms()).toBeChecked();
    expect(calls).toEqual([]);
  });

  it('stays off where the browser keeps nothing', async () => {
    await open('security');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(sms());
    await toastOf('This browser could not keep the choice.');
    expect(sms()).not.toBeChecked();
  });
});

describe('the switches', () => {
  // By label and text: to look for roles in a page this long takes seconds on a busy machine.
  const states = () =>
    [...document.querySelectorAll<HTMLInputElement>('form [role=switch]')].map((each) => [
      each.labels?.[0]?.textContent,
      each.checked,
    ]);
  const save = () => user.click(screen.getByText('Save Settings'));
  const done = 'Notification preferences updated successfully!';

  it('stand at their defaults, and are kept per user without a call', async () => {
    const { unmount } = await open('notifications');
    expect(states()).toEqual([
      ['Email Notifications', true],
      ['SMS Notifications', false],
      ['Transaction Alerts', true],
      ['Security Alerts', true],
      ['Marketing Emails', false],
      ['Weekly Reports', true],
    ]);
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('SMS Notifications'));
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await save();
    expect(screen.getByText('Saving...').closest('button')).toBeDisabled();
    expect(shownToasts()).toEqual([]);
    await waitFor(() => expect(shownToasts()).toEqual([done]), { timeout: 4000 });
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
    unmount();
    await open('notifications');
    expect(screen.getByLabelText('SMS Notifications')).toBeChecked();
    expect(calls).toEqual([]);
  });

  it('keep the choice on screen when the browser keeps nothing', async () => {
    await open('notifications');
    await user.click(screen.getByLabelText('Marketing Emails'));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await save();
    const failed = 'Failed to update notification preferences. Please try again.';
    await waitFor(() => expect(shownToasts()).toEqual([failed]), { timeout: 4000 });
    expect(screen.getByLabelText('Marketing Emails')).toBeChecked();
    expect(screen.getByText('Unsaved changes')).toBeVisible();
  });

  it.each(['not json', '[]', '{"emailNotifications":"no"}'])(
    'stand at their defaults over %s in the storage',
    async (stored) => {
      localStorage.setItem(`sente-notifications-${userId}`, stored);
      await open('notifications');
      expect(screen.getByLabelText('Email Notifications')).toBeChecked();
      expect(screen.getByLabelText('Marketing Emails')).not.toBeChecked();
    },
  );
});
