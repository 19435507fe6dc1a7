import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import SettingsPage from './settings-page.tsx';

const profile = {
  id: '33333333-3333-4333-8333-333333333333',
  firstName: 'Grace',
  lastName: 'Nakato',
  name: 'Grace Nakato',
  username: 'grace',
  email: 'grace@sente.test',
  phoneNumber: null,
  avatar: null,
  roles: [{ id: 'r', name: 'SuperAdmin', description: null, permissions: [] }],
  createdAt: '2024-01-05T00:00:00.000Z',
  lastLoginDate: null,
};
const saved = {
  emailNotifications: false,
  pushNotifications: false,
  smsNotifications: true,
  marketingEmails: true,
  securityAlerts: false,
  systemUpdates: false,
};

type Answer = { status?: number; body: unknown };
let says: Record<string, Answer>;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const method = init?.method ?? 'GET';
  const path = String(input).replace(/^\/api/, '');
  calls.push([method, path, init?.body].filter(Boolean).join(' '));
  const works = path.startsWith('/User/') ? profile : method === 'GET' ? saved : null;
  const { status = 200, body } = says[`${method} ${path}`] ?? {
    body: { success: true, data: works },
  };
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Awaited as a whole: the code of a tab arrives during it. */
async function open(tab: string) {
  return act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/settings?tab=${tab}`]} useTransitions={false}>
          <SettingsPage />
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

// As after a first visit: opening a tab then waits for nothing.
beforeAll(async () => {
  await import('../../features/settings/security-tab.tsx');
  await import('../../features/settings/notifications-tab.tsx');
}, 60_000);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  says = {};
  calls = [];
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const broken = { status: 500, body: {} };
const toastOf = (text: string) =>
  waitFor(() => {
    const shown = [...document.querySelectorAll('[data-toast] p')].map((each) => each.textContent);
    expect(shown).toContain(text);
  });

describe('the profile', () => {
  it('is the signed-in person, read-only', async () => {
    await open('profile');
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
    expect(calls).toContain(`GET /User/${profile.id}`);
    for (const text of [
      'Profile information is read-only. Contact your system administrator to make changes.',
      'Contact system administrator to update',
      'SuperAdmin',
      'January 05, 2024',
      'Never',
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('says when it cannot be loaded, and can be tried again', async () => {
    says[`GET /User/${profile.id}`] = broken;
    await open('profile');
    expect(await screen.findByText('Failed to load profile')).toBeVisible();
    says = {};
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
  });

  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['something else', { success: true, data: { token: 'x', user: profile } }],
    ['nothing at all', {}],
  ])('of an answer with %s says that it failed', async (_what, body) => {
    says[`GET /User/${profile.id}`] = { body };
    await open('profile');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load profile');
    expect(panel).toHaveTextContent('Invalid response format');
  });

  it('shows what there is of a record that lacks most of its fields', async () => {
    const { id, email, firstName } = profile;
    says[`GET /User/${profile.id}`] = { body: { id, email, firstName } };
    await open('profile');
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
    expect(screen.getAllByText('Grace')).not.toHaveLength(0);
  });

  it('is what an unknown tab shows', async () => {
    await open('nonsense');
    expect(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the password', () => {
  const type = async (current: string, next: string, confirm = next) => {
    await user.type(screen.getByLabelText('Current Password'), current);
    await user.type(screen.getByLabelText('New Password'), next);
    await user.type(screen.getByLabelText('Confirm New Password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  };

  it('is sent without its second typing, and the fields are emptied', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await toastOf('Password changed successfully');
    expect(calls).toContain(
      'PUT /Admin/change-password {"currentPassword":"old-pass-1","newPassword":"new-pass-1"}',
    );
    expect(screen.getByLabelText('Current Password')).toHaveValue('');
    expect(screen.getByLabelText('New Password')).toHaveValue('');
    expect(screen.getByLabelText('Confirm New Password')).toHaveValue('');
  });

  it.each([
    ['long enough', 'seven77', 'seven77', 'Password must be at least 8 characters long'],
    ['typed twice alike', 'new-pass-1', 'new-pass-2', 'New passwords do not match'],
    ['typed twice', 'new-pass-1', ' ', 'New passwords do not match'],
  ])('is not sent unless it is %s', async (_what, next, confirm, message) => {
    await open('security');
    await type('old-pass-1', next, confirm);
    expect(await screen.findByText(message)).toBeVisible();
    expect(calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  it('forgets the mismatch once the first typing is mended', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass', 'new-pass-1');
    expect(await screen.findByText('New passwords do not match')).toBeVisible();
    await user.type(screen.getByLabelText('New Password'), '-1');
    await waitFor(() =>
      expect(screen.queryByText('New passwords do not match')).not.toBeInTheDocument(),
    );
  });

  it('stays typed when it is refused, and the wrong field is pointed at', async () => {
    const message = 'Current password is incorrect';
    says['PUT /Admin/change-password'] = {
      status: 400,
      body: { success: false, message, fields: { currentPassword: message } },
    };
    await open('security');
    await type('wrong-one', 'new-pass-1');
    await toastOf(message);
    expect(screen.getByLabelText('Current Password')).toHaveFocus();
    expect(screen.getByLabelText('Current Password')).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('New Password')).toHaveValue('new-pass-1');
  });

  it('has a sentence for a refusal without one', async () => {
    says['PUT /Admin/change-password'] = { body: { success: false } };
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await toastOf('Failed to change password');
  });
});

describe('the switches', () => {
  it('show what was saved, and send all six', async () => {
    await open('notifications');
    const sms = await screen.findByRole('switch', { name: 'SMS Notifications' });
    expect(sms).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Security Alerts' })).not.toBeChecked();
    await user.click(sms);
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await toastOf('Notification settings updated successfully');
    const body = JSON.stringify({ ...saved, smsNotifications: false });
    expect(calls).toContain(`PUT /Admin/notification-settings ${body}`);
    expect(sms).not.toBeChecked();
  });

  it('show the defaults when the saved ones cannot be loaded, until they can', async () => {
    says['GET /Admin/notification-settings'] = broken;
    await open('notifications');
    expect(await screen.findByText(/The defaults are shown/)).toBeVisible();
    const states = screen.getAllByRole<HTMLInputElement>('switch').map((each) => each.checked);
    expect(states).toEqual([true, true, false, false, true, true]);
    says = {};
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'SMS Notifications' })).toBeChecked(),
    );
    expect(screen.queryByText(/The defaults are shown/)).not.toBeInTheDocument();
  });

  it('keep what was moved meanwhile when the saved ones come after all', async () => {
    says['GET /Admin/notification-settings'] = broken;
    await open('notifications');
    await screen.findByText(/The defaults are shown/);
    const alerts = screen.getByRole('switch', { name: 'Security Alerts' });
    await user.click(alerts);
    expect(alerts).not.toBeChecked();
    says = {
      'GET /Admin/notification-settings': {
        body: { success: true, data: { ...saved, securityAlerts: true } },
      },
    };
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'SMS Notifications' })).toBeChecked(),
    );
    expect(screen.getByRole('switch', { name: 'Security Alerts' })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await toastOf('Notification settings updated successfully');
    expect(calls).toContain(`PUT /Admin/notification-settings ${JSON.stringify(saved)}`);
  });

  it.each([[{ success: true, data: null }], [{ success: true, data: {} }], [{}]])(
    'show the defaults, and say so, after the answer %j',
    async (body) => {
      says['GET /Admin/notification-settings'] = { body };
      await open('notifications');
      expect(await screen.findByText(/The defaults are shown/)).toBeVisible();
      const states = screen.getAllByRole<HTMLInputElement>('switch').map((each) => each.checked);
      expect(states).toEqual([true, true, false, false, true, true]);
    },
  );

  it('keep the choice when saving fails', async () => {
    says['PUT /Admin/notification-settings'] = broken;
    await open('notifications');
    const sms = await screen.findByRole('switch', { name: 'SMS Notifications' });
    await user.click(sms);
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await toastOf('Failed to update notification settings');
    expect(sms).not.toBeChecked();
  });
});
