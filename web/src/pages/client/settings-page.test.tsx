import { companies } from '@sente/contract/companies';
import { ownPasswordHint } from '@sente/contract/fields';
import { notifications } from '@sente/contract/notifications';
import { permissionNames, type PermissionName } from '@sente/contract/permissions';
import { users } from '@sente/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent, unexplained, malformed } from '../../testing/answers.ts';
import { expectToast, toasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { owner, ownCompanyId, ownUserId } from '../../testing/people.ts';
import { aCompany, aUser } from '../../testing/records.ts';
import { calls, serve, serveWithoutMail } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const seeing = { id: 'p', name: 'canViewAccounts', description: 'See the accounts', module: null };
const profile = aUser({
  id: ownUserId,
  lastName: 'Nakato',
  roles: [{ id: 'r', name: 'client_manager', description: 'Runs the shop', permissions: [seeing] }],
});
const company = aCompany({
  id: ownCompanyId,
  website: 'https://demo-one.test',
  updatedAt: '2025-02-06T00:00:00.000Z',
});
/** Awaited as a whole, because the code of a tab loads meanwhile. */
const open = (tab = 'profile', as = owner) =>
  act(() => renderPage(`/client/settings?tab=${tab}`, { as }));

beforeEach(() => {
  serve(users.get, ok(profile));
  serve(companies.get, ok(company));
  serve(users.changePassword, ok({ token: 'renewed' }));
});

describe('the tabs', () => {
  it('the tabs are in the address', async () => {
    await open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Company',
      'Security',
      'Notifications',
    ]);
    await user.click(tab('Security'));
    expect(address()).toBe('/client/settings?tab=security');
  });

  it('the Company tab is disabled without the permission, and says why', async () => {
    await open('company', without('canManageCompany'));
    expect(tab('Profile')).toHaveAttribute('aria-selected', 'true');
    expect(tab('Company')).toHaveAttribute('aria-disabled', 'true');
    expect(tab('Company')).toHaveAccessibleDescription(
      'Only users who can manage the company can open this tab.',
    );
    await user.click(tab('Company'));
    expect(tab('Profile')).toHaveAttribute('aria-selected', 'true');
    await screen.findByText('grace');
    expect(calls().map(({ endpoint }) => endpoint)).toEqual([users.get]);
  });

  it('the tabs keep the input while another one is open', async () => {
    serve(notifications.preferences, ok(companySwitches));
    await open('security');
    await user.type(screen.getByLabelText('Current Password'), 'half');
    await user.click(tab('Notifications'));
    await user.click(tab('Security'));
    expect(screen.getByLabelText('Current Password')).toHaveValue('half');
  });
});

describe('the profile', () => {
  it('shows the signed-in user with company, roles and activity, read-only', async () => {
    await open();
    expect(await screen.findByText('grace@demo-one.test')).toBeVisible();
    for (const text of [
      'Personal Information',
      'Demo One',
      ownCompanyId,
      'Roles and Permissions',
      'Client manager',
      'Runs the shop',
      'See accounts and balances',
      'January 05, 2024',
      'Never',
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('explains a permission once, by its label, though two roles allow it', async () => {
    const [first] = profile.roles;
    const second = { ...first!, id: 's', name: 'auditor', description: null };
    serve(users.get, ok({ ...profile, roles: [first, second] }));
    await open();
    expect(await screen.findAllByText('See accounts and balances')).toHaveLength(1);
    expect(screen.queryByText(seeing.description)).not.toBeInTheDocument();
    const [, role] = screen.getAllByRole('heading', { level: 3 });
    expect(role?.closest('li')).toHaveTextContent(
      'Allowed by a role above as well: See accounts and balances',
    );
  });

  it.each([
    ['a refusal without a word', unexplained, 'Failed to load user profile'],
    ['a message', refused(500, 'Closed today'), 'Closed today'],
    ['no data', malformed(null), 'Invalid response format'],
    ['no connection', 'connection lost' as const, 'Network error occurred'],
  ])(
    'a profile that fails with %s shows the error twice and can be retried',
    async (_, answer, reason) => {
      serve(users.get, answer);
      await open();
      const retry = await screen.findByRole('button', { name: 'Try again' });
      await expectToast('Failed to load user profile');
      const panel = retry.closest('[role=alert]');
      expect(panel).toHaveTextContent('Failed to load user profile');
      expect(panel).toHaveTextContent(reason);
      serve(users.get, ok(profile));
      await user.click(retry);
      expect(await screen.findByText('grace@demo-one.test')).toBeVisible();
    },
  );

  it('shows a record with most fields missing', async () => {
    serve(users.get, { body: { id: ownUserId, email: 'grace@demo-one.test' } });
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
  ] as const)('the profile of somebody who %s has its links', async (_, missing, edits, lists) => {
    await open('profile', without(...missing));
    await screen.findByText('grace@demo-one.test');
    const edit = screen.queryByRole('link', { name: 'Edit my details' });
    const list = screen.queryByRole('link', { name: 'Company users' });
    expect(edit?.getAttribute('href')).toBe(edits ? `/client/users/${ownUserId}/edit` : undefined);
    expect(list?.getAttribute('href')).toBe(lists ? '/client/users' : undefined);
  });
});

describe('the company', () => {
  it('the company can be read and not changed', async () => {
    await open('company');
    for (const text of [
      '+256 700 000001',
      'hello@gulu.test',
      'Plot 1, Gulu',
      'January 05, 2024',
      'February 06, 2025',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    const site = screen.getByRole('link', { name: 'https://demo-one.test' });
    expect(site).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('does not link an invalid address', async () => {
    serve(companies.get, ok({ ...company, website: 'data:text/html,x' }));
    await open('company');
    expect(await screen.findByText('data:text/html,x')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'data:text/html,x' })).not.toBeInTheDocument();
  });

  it('may have only a name', async () => {
    serve(companies.get, malformed({ id: ownCompanyId, name: 'Demo One' }));
    await open('company');
    expect(await screen.findByText('No description')).toBeVisible();
    expect(screen.getAllByText('-')).toHaveLength(4);
    expect(screen.getAllByText('N/A')).toHaveLength(2);
  });

  it.each([
    ['a refusal without a word', unexplained, 'Failed to fetch company details'],
    ['a message', refused(404, 'Company not found'), 'Company not found'],
  ])(
    'a company that fails with %s shows the error and can be retried',
    async (_, answer, reason) => {
      serve(companies.get, answer);
      await open('company');
      const panel = await screen.findByRole('alert');
      expect(panel).toHaveTextContent('Failed to fetch company details');
      expect(panel).toHaveTextContent(reason);
      serve(companies.get, ok(company));
      await press('Try again');
      expect(await screen.findByText('Plot 1, Gulu')).toBeVisible();
    },
  );

  it('a user without a company gets a message', async () => {
    await open('company', { ...owner, companyId: null });
    expect(screen.getByRole('alert')).toHaveTextContent('No company ID provided');
    expect(calls()).toEqual([]);
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
      // Set at once: typing letter by letter renders the page each time.
      if (text) await user.paste(text);
    }
    await press('Change Password');
  };
  const done = 'Password updated successfully!';

  it('is sent with its repetition; the fields are cleared and the message stays', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await expectToast(done);
    expect(calls(users.changePassword).map(({ params, body }) => ({ ...params, ...body }))).toEqual(
      [
        {
          id: ownUserId,
          currentPassword: 'old-pass-1',
          newPassword: 'new-pass-1',
          confirmNewPassword: 'new-pass-1',
        },
      ],
    );
    expect(screen.getAllByText(done)).toHaveLength(2);
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      expect(box(label)).toHaveValue('');
    }
  });

  it('can be shown, field by field', async () => {
    await open('security');
    for (const name of ['current password', 'new password', 'confirm new password']) {
      await user.click(screen.getByRole('button', { name: `Show ${name}` }));
      expect(screen.getByRole('button', { name: `Hide ${name}` })).toBeVisible();
    }
    expect(box('Confirm New Password')).toHaveAttribute('type', 'text');
  });

  it('requires all three fields', async () => {
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
    expect(calls(users.changePassword)).toEqual([]);
  });

  it('must be repeated exactly', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass-1', 'new-pass-2');
    expect(await screen.findByText('New passwords do not match.')).toBeVisible();
    expect(calls(users.changePassword)).toEqual([]);
  });

  it('has the rules beside it, and the server refuses what only it knows', async () => {
    const message = 'Choose a password that is harder to guess';
    serve(users.changePassword, refused(400, message, { fields: { newPassword: message } }));
    await open('security');
    expect(box('New Password')).toHaveAccessibleDescription(ownPasswordHint);
    await type('old-pass-1', 'abc');
    expect(await screen.findByText('Password must be at least 8 characters long')).toBeVisible();
    expect(calls(users.changePassword)).toEqual([]);
    await type('', 'password1');
    await waitFor(() => expect(box('New Password')).toHaveFocus());
    expect(box('New Password')).toHaveAccessibleDescription(message);
    expect(box('Current Password')).toHaveValue('old-pass-1');
    expect(box('New Password')).not.toHaveAttribute('maxlength');
  });

  it.each([
    [
      'a refusal without a word',
      unexplained,
      'Failed to update password. Please check your current password.',
    ],
    [
      'an empty HTTP error',
      silent,
      'Failed to update password. Please check your current password.',
    ],
    ['no connection', 'connection lost' as const, 'Network error occurred'],
  ])('a change that fails with %s shows the error', async (_, answer, reason) => {
    serve(users.changePassword, answer);
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByText(done)).not.toBeInTheDocument();
    expect(box('New Password')).toHaveValue('new-pass-1');
  });

  it('is changed by any answer that does not say otherwise', async () => {
    serve(users.changePassword, { body: {} });
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await expectToast(done);
  });

  it('is not sent without a signed-in user', async () => {
    await open('security', { ...owner, id: '' });
    await type('old-pass-1', 'new-pass-1');
    expect(await screen.findByText('User ID not found.')).toBeVisible();
    expect(calls(users.changePassword)).toEqual([]);
  });
});

describe('the switches', () => {
  // By label and text: a query by role in a page this long takes seconds on a busy machine.
  const states = () =>
    [...document.querySelectorAll<HTMLInputElement>('form [role=switch]')].map((each) => [
      each.labels?.[0]?.textContent,
      each.checked,
    ]);
  const save = () => user.click(screen.getByText('Save Settings'));
  const done = 'Notification preferences updated successfully!';
  beforeEach(() => {
    serve(notifications.preferences, ok(companySwitches));
  });

  it('the switches have defaults and are saved on the server', async () => {
    serve(notifications.updatePreferences, ok({ ...companySwitches, weeklyReports: false }));
    await open('notifications');
    await screen.findByText('Save Settings');
    expect(states()).toEqual([
      ['Email Notifications', true],
      ['SMS Notifications', false],
      ['Marketing Emails', false],
      ['Transaction Alerts', true],
      ['Security Alerts', true],
      ['Weekly Reports', true],
    ]);
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('Weekly Reports'));
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await save();
    expect(screen.getByText('Saving...').closest('button')).toBeDisabled();
    // A change made now would be lost when the form takes over what was saved.
    expect(screen.getByLabelText('Security Alerts')).toBeDisabled();
    expect(toasts()).toEqual([]);
    await waitFor(() => expect(toasts()).toEqual([done]), { timeout: 4000 });
    expect(screen.getByLabelText('Security Alerts')).toBeEnabled();
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
    expect(calls(notifications.updatePreferences)[0]?.body).toEqual({
      ...companySwitches,
      weeklyReports: false,
    });
  });

  it('the switches keep the choice on screen when it cannot be saved', async () => {
    serve(notifications.updatePreferences, unexplained);
    await open('notifications');
    await user.click(await screen.findByLabelText('Weekly Reports'));
    await save();
    const failed = 'Failed to update notification preferences. Please try again.';
    await waitFor(() => expect(toasts()).toEqual([failed]), { timeout: 4000 });
    expect(screen.getByLabelText('Weekly Reports')).not.toBeChecked();
    expect(screen.getByText('Unsaved changes')).toBeVisible();
  });

  it('the switches show the defaults while the saved ones cannot be loaded', async () => {
    serve(notifications.preferences, silent);
    await open('notifications');
    expect(await screen.findByText(/The defaults are shown/)).toBeVisible();
    serve(notifications.preferences, ok({ ...companySwitches, transactionAlerts: false }));
    await press('Try again');
    await waitFor(() => expect(screen.getByLabelText('Transaction Alerts')).not.toBeChecked());
  });

  it('what cannot be sent cannot be switched on', async () => {
    await open('notifications');
    expect(await screen.findByLabelText('SMS Notifications')).toBeDisabled();
    expect(screen.getByLabelText('Marketing Emails')).toBeDisabled();
    expect(await screen.findByText('Low stock')).toBeVisible();
  });

  it('without mail every email is off and says why, and what was chosen stays saved', async () => {
    serveWithoutMail();
    serve(notifications.updatePreferences, ok(companySwitches));
    await open('notifications');
    await screen.findByText('Low stock');
    const email = screen.getByLabelText('Email Notifications');
    await waitFor(() => expect(email).toBeDisabled());
    expect(email).toHaveAccessibleDescription('This installation sends no mail.');
    for (const box of [email, ...screen.getAllByLabelText('Email')]) {
      expect(box).toBeDisabled();
      expect(box).not.toBeChecked();
    }
    expect(screen.getAllByLabelText('Bell')[0]).toBeEnabled();
    await user.click(screen.getByLabelText('Weekly Reports'));
    await save();
    await waitFor(() => expect(calls(notifications.updatePreferences)).toHaveLength(1));
    expect(calls(notifications.updatePreferences)[0]?.body).toEqual({
      ...companySwitches,
      weeklyReports: false,
    });
  });

  it('a switch of which nothing concerns the person cannot be changed', async () => {
    const kinds = companySwitches.kinds.filter(({ kind }) => kind !== 'weekly-summary');
    serve(notifications.preferences, ok({ ...companySwitches, kinds }));
    await open('notifications');
    const weekly = await screen.findByLabelText('Weekly Reports');
    expect(weekly).toBeDisabled();
    expect(weekly).toHaveAccessibleDescription('Nothing of this concerns your role.');
    expect(screen.getByLabelText('Security Alerts')).toBeEnabled();
  });
});

const companySwitches = {
  emailNotifications: true,
  smsNotifications: false,
  transactionAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  weeklyReports: true,
  kinds: ['low-stock', 'payment-received', 'new-sign-in', 'weekly-summary'].map((kind) => ({
    kind,
    bell: true,
    mail: true,
  })),
};

function without(...missing: PermissionName[]) {
  const permissions = permissionNames.filter((name) => !missing.includes(name));
  return { ...owner, permissions };
}

function tab(name: string) {
  return screen.getByRole('tab', { name });
}
