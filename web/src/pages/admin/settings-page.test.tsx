import { approvals } from '@sente/contract/approvals';
import { platformSettings } from '@sente/contract/platform-settings';
import { settings } from '@sente/contract/settings';
import { users } from '@sente/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, ok, refused, silent, unexplained } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { alertOf, expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { ownUserId } from '../../testing/people.ts';
import { aPlatform, aRole, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press, user } from '../../testing/user.ts';

const profile = aUser({
  id: ownUserId,
  lastName: 'Nakato',
  email: 'grace@sente.test',
  roles: [aRole({ name: 'SuperAdmin' })],
});
const saved = {
  emailNotifications: false,
  pushNotifications: false,
  smsNotifications: false,
  marketingEmails: false,
  securityAlerts: false,
  systemUpdates: false,
  kinds: [] as object[],
};

beforeEach(() => {
  serve(users.get, ok(profile));
  serve(settings.changePassword, ok({ token: 'renewed' }));
});

describe('the profile', () => {
  it('shows the signed-in user, read-only', async () => {
    await open('profile');
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
    expect(calls(users.get)[0]?.params).toEqual({ id: ownUserId });
    expect(screen.getByRole('link', { name: 'Edit my details' })).toHaveAttribute(
      'href',
      `/users/${ownUserId}/edit`,
    );
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
    expect(within(screen.getByRole('tabpanel')).queryByRole('button')).not.toBeInTheDocument();
  });

  it('says when it cannot be loaded, and can be tried again', async () => {
    serve(users.get, silent);
    await open('profile');
    expect(await screen.findByText('Failed to load profile')).toBeVisible();
    serve(users.get, ok(profile));
    await press('Try Again');
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
  });

  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['something else', { success: true, data: { token: 'x', user: profile } }],
    ['nothing at all', {}],
  ])('an answer with %s is shown as a failure', async (_what, body) => {
    serve(users.get, { body });
    await open('profile');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load profile');
    expect(panel).toHaveTextContent('Invalid response format');
  });

  it('shows a record with most fields missing', async () => {
    const { id, email, firstName } = profile;
    serve(users.get, { body: { id, email, firstName } });
    await open('profile');
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
    expect(screen.getAllByText('Grace')).not.toHaveLength(0);
  });

  it('is shown for an unknown tab', async () => {
    await open('nonsense');
    expect(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the password', () => {
  const type = async (current: string, next: string, confirm = next) => {
    await user.type(screen.getByLabelText('Current Password'), current);
    await user.type(screen.getByLabelText('New Password'), next);
    await user.type(screen.getByLabelText('Confirm New Password'), confirm);
    await press('Change Password');
  };

  it('is sent without its repetition, and the fields are cleared', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await expectToast('Password changed successfully');
    expect(calls(settings.changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: 'old-pass-1', newPassword: 'new-pass-1' },
    ]);
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
    expect(calls(settings.changePassword)).toEqual([]);
  });

  it('requires all three fields', async () => {
    await open('security');
    await press('Change Password');
    for (const text of [
      'Current password is required',
      'New password is required',
      'Please confirm your new password',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByLabelText('Current Password')).toHaveFocus();
    expect(calls(settings.changePassword)).toEqual([]);
  });

  it('keeps its input while another tab is open', async () => {
    await open('security');
    await user.type(screen.getByLabelText('New Password'), 'half');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    expect(screen.getByLabelText('New Password')).toHaveValue('half');
  });

  it('clears the mismatch once the first field is corrected', async () => {
    await open('security');
    await type('old-pass-1', 'new-pass', 'new-pass-1');
    expect(await screen.findByText('New passwords do not match')).toBeVisible();
    await user.type(screen.getByLabelText('New Password'), '-1');
    await waitFor(() =>
      expect(screen.queryByText('New passwords do not match')).not.toBeInTheDocument(),
    );
  });

  it('keeps its input when refused, and marks the wrong field', async () => {
    const message = 'Current password is incorrect';
    const fields = { currentPassword: message };
    serve(settings.changePassword, refused(400, message, { fields }));
    await open('security');
    await type('wrong-one', 'new-pass-1');
    await waitFor(() => expect(screen.getByLabelText('Current Password')).toHaveFocus());
    expect(screen.getByLabelText('Current Password')).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('New Password')).toHaveValue('new-pass-1');
  });

  it('has a default text for a refusal without one', async () => {
    serve(settings.changePassword, unexplained);
    await open('security');
    await type('old-pass-1', 'new-pass-1');
    await expectToast('Failed to change password');
    expect(screen.getByLabelText('New Password')).toHaveValue('new-pass-1');
  });
});

describe('the switches', () => {
  const sent = () => calls(settings.updateNotifications).at(-1)?.body;
  beforeEach(() => {
    serve(settings.getNotifications, ok(saved));
    serve(settings.updateNotifications, ok(saved));
  });

  it('the switches show the saved values and send all six', async () => {
    await open('notifications');
    const push = await screen.findByRole('switch', { name: 'Push Notifications' });
    expect(push).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Security Alerts' })).not.toBeChecked();
    await user.click(push);
    const saving = held();
    serve(settings.updateNotifications, saving.answer);
    await press('Save Settings');
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    saving.release(ok({ ...saved, pushNotifications: true }));
    await expectToast('Notification settings updated successfully');
    expect(sent()).toEqual({ ...saved, pushNotifications: true });
    expect(push).toBeChecked();
  });

  it('the switches show the defaults while the saved values cannot be loaded', async () => {
    serve(settings.getNotifications, silent);
    await open('notifications');
    const warning = 'Your saved settings could not be loaded. The defaults are shown.';
    expect(await screen.findByText(warning)).toBeVisible();
    const states = screen.getAllByRole<HTMLInputElement>('switch').map((each) => each.checked);
    expect(states).toEqual([true, true, false, false, true, true]);
    serve(settings.getNotifications, ok(saved));
    await press('Try Again');
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Push Notifications' })).not.toBeChecked(),
    );
    expect(screen.queryByText(/The defaults are shown/)).not.toBeInTheDocument();
  });

  it('the switches keep changes made before the saved values arrive', async () => {
    serve(settings.getNotifications, silent);
    await open('notifications');
    await screen.findByText(/The defaults are shown/);
    const alerts = screen.getByRole('switch', { name: 'Security Alerts' });
    await user.click(alerts);
    expect(alerts).not.toBeChecked();
    serve(settings.getNotifications, ok({ ...saved, securityAlerts: true }));
    await press('Try Again');
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Push Notifications' })).not.toBeChecked(),
    );
    expect(screen.getByRole('switch', { name: 'Security Alerts' })).not.toBeChecked();
    await press('Save Settings');
    await expectToast('Notification settings updated successfully');
    expect(sent()).toEqual(saved);
  });

  it('kinds that could not be loaded are not sent', async () => {
    serve(settings.getNotifications, silent);
    await open('notifications');
    await screen.findByText(/The defaults are shown/);
    await press('Save Settings');
    await expectToast('Notification settings updated successfully');
    expect(sent()).not.toHaveProperty('kinds');
  });

  it.each([[{ success: true, data: null }], [{ success: true, data: {} }], [{}]])(
    'the switches show the defaults, and say so, after the answer %j',
    async (body) => {
      serve(settings.getNotifications, { body });
      await open('notifications');
      expect(await screen.findByText(/The defaults are shown/)).toBeVisible();
      const states = screen.getAllByRole<HTMLInputElement>('switch').map((each) => each.checked);
      expect(states).toEqual([true, true, false, false, true, true]);
    },
  );

  it('two switches stay off and say why: nothing sends what they name', async () => {
    await open('notifications');
    for (const [name, why] of [
      ['SMS Notifications', 'Sente sends no text messages.'],
      ['Marketing Emails', 'Sente sends no advertising.'],
    ] as const) {
      const one = await screen.findByRole('switch', { name });
      expect(one).toBeDisabled();
      expect(one).not.toBeChecked();
      expect(one).toHaveAccessibleDescription(why);
    }
  });

  // By text: a query by role in a page this long takes seconds on a busy machine.
  const kindsOf = (name: string) => within(screen.getByText(name).closest<HTMLElement>('li')!);
  const checked = (name: string) =>
    ['Bell', 'Email'].map((way) => kindsOf(name).getByLabelText<HTMLInputElement>(way).checked);
  const review = 'Payments to decide about';

  it('each kind is chosen on its own and saved with the switches', async () => {
    const on = { ...saved, emailNotifications: true, pushNotifications: true };
    const kinds = [
      { kind: 'payment-review', bell: true, mail: false },
      { kind: 'network-trouble', bell: true, mail: true },
    ];
    serve(settings.getNotifications, ok({ ...on, kinds }));
    await open('notifications');
    await screen.findByText('Save Settings');
    expect(checked(review)).toEqual([true, false]);
    await user.click(kindsOf(review).getByLabelText('Email'));
    const chosen = [{ kind: 'payment-review', bell: true, mail: true }, kinds[1]];
    serve(settings.updateNotifications, ok({ ...on, kinds: chosen }));
    await press('Save Settings');
    await expectToast('Notification settings updated successfully');
    expect(sent()).toEqual({ ...on, kinds: chosen });
    expect(checked(review)).toEqual([true, true]);
  });

  it('a switch empties the boxes that it turns off, and they come back with it', async () => {
    const kinds = [
      { kind: 'payment-review', bell: true, mail: true },
      { kind: 'network-trouble', bell: true, mail: true },
      { kind: 'new-sign-in', bell: true, mail: false },
    ];
    const on = { ...saved, emailNotifications: true, pushNotifications: true, systemUpdates: true };
    serve(settings.getNotifications, ok({ ...on, securityAlerts: true, kinds }));
    await open('notifications');
    await screen.findByText('Save Settings');
    const flip = (name: string) => user.click(screen.getByLabelText(name));
    await flip('System Updates');
    expect(checked('Networks')).toEqual([false, false]);
    expect(kindsOf('Networks').getByLabelText('Bell')).toBeDisabled();
    expect(checked(review)).toEqual([true, true]);
    await flip('System Updates');
    expect(checked('Networks')).toEqual([true, true]);
    await flip('Email Notifications');
    expect(checked(review)).toEqual([true, false]);
    await flip('Push Notifications');
    for (const name of [review, 'Networks', 'New sign-in']) {
      expect(checked(name)).toEqual([false, false]);
    }
    await press('Save Settings');
    await expectToast('Notification settings updated successfully');
    // What was chosen for each kind is kept.
    expect(sent()).toMatchObject({ emailNotifications: false, pushNotifications: false, kinds });
  });

  it('the switches keep the choice when saving fails', async () => {
    serve(settings.updateNotifications, silent);
    await open('notifications');
    const push = await screen.findByRole('switch', { name: 'Push Notifications' });
    await user.click(push);
    await press('Save Settings');
    await expectToast('Failed to update notification settings');
    expect(push).toBeChecked();
  });
});

describe('the platform', () => {
  beforeEach(() => serve(platformSettings.get, ok(aPlatform)));

  it('is changed, and says what waits for a second person', async () => {
    await open('platform');
    const limit = await screen.findByLabelText(/^Deposit Limit/);
    expect(limit).toHaveAccessibleDescription(/Needs two people when raised\.$/);
    expect(limit).toHaveValue('1,000,000');
    serve(platformSettings.update, ok(aPlatform, { approvalId: ownUserId }));
    await user.clear(limit);
    await user.type(limit, '2,000,000');
    const waiting = anApproval({ kind: 'limit', limitOf: 'platform-settings' });
    serve(approvals.list, ok([waiting]));
    await press('Save Settings');
    await expectToast('Deposit Limit waits for a second person');
    expect(calls(platformSettings.update)[0]?.body).toEqual({
      ...aPlatform,
      basedOn: aPlatform,
      depositLimit: 2_000_000,
    });
    expect(await screen.findByLabelText(/^Deposit Limit/)).toHaveValue('1,000,000');
    const notice = await alertOf('A change of these settings waits for a second person');
    expect(within(notice).getByRole('link')).toHaveAttribute('href', `/approvals/${waiting.id}`);
    const asked = { tab: 'open', kind: 'limit', limitOf: 'platform-settings' };
    expect(calls(approvals.list).at(-1)?.query).toMatchObject(asked);
  });

  it('asks staff for a second factor', async () => {
    await open('platform');
    const need = await screen.findByLabelText('Staff Need a Second Factor');
    expect(need).not.toBeChecked();
    const saved = { ...aPlatform, staffNeedFactor: true };
    serve(platformSettings.update, ok(saved, { approvalId: null }));
    serve(platformSettings.get, ok(saved));
    await user.click(need);
    await press('Save Settings');
    await expectToast('Platform settings saved');
    expect(calls(platformSettings.update)[0]?.body).toEqual({ ...saved, basedOn: aPlatform });
  });

  it('asks for the own password before staff may do without one', async () => {
    const before = { ...aPlatform, staffNeedFactor: true };
    serve(platformSettings.get, ok(before));
    await open('platform');
    await user.click(await screen.findByLabelText('Staff Need a Second Factor'));
    await press('Save Settings');
    const window = await screen.findByRole('dialog', {
      name: 'Ask for staff without a second factor?',
    });
    expect(calls(platformSettings.update)).toEqual([]);
    await fill('Password', 'Demo-pass-1');
    serve(platformSettings.update, ok(before, { approvalId: ownUserId }));
    await press('Save Settings', window);
    await expectToast('Staff Need a Second Factor waits for a second person');
    expect(calls(platformSettings.update)[0]?.body).toEqual({
      ...aPlatform,
      basedOn: before,
      currentPassword: 'Demo-pass-1',
    });
  });

  it('says what is wrong with a field when it is left, and has nothing to save before', async () => {
    await open('platform');
    const limit = await screen.findByLabelText(/^Deposit Limit/);
    const save = () => screen.getByRole('button', { name: 'Save Settings' });
    expect(save()).toBeDisabled();
    await user.clear(limit);
    await user.type(limit, '-5');
    await user.tab();
    expect(await screen.findByText(/^The deposit limit|^Deposit limit/)).toBeVisible();
    expect(save()).toBeEnabled();
    await user.clear(limit);
    await user.type(limit, '1,000,000');
    await waitFor(() => expect(save()).toBeDisabled());
    expect(screen.getByRole('link', { name: 'Numbers blocked for all companies' })).toBeVisible();
  });

  it('marks what cannot be saved, and keeps it', async () => {
    await open('platform');
    const days = await screen.findByLabelText(/^Payouts Expire After/);
    expect(screen.getByText('What applies to the whole platform')).toBeVisible();
    expect(days.parentElement).toHaveTextContent('days');
    await user.clear(days);
    await user.type(days, '45');
    await press('Save Settings');
    expect(await screen.findByText('Payouts must be from 1 to 30 days')).toBeVisible();
    expect(days).toHaveValue('45');
    expect(calls(platformSettings.update)).toEqual([]);
  });

  it('is not shown to staff without the permission', async () => {
    await act(() =>
      renderPage('/settings?tab=platform', {
        as: { role: 'Finance', isStaff: true, permissions: ['staffRead', 'staffMoney'] },
      }),
    );
    expect(await screen.findByText('grace@sente.test')).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Platform' })).not.toBeInTheDocument();
  });
});

function open(tab: string) {
  return act(() => renderPage(`/settings?tab=${tab}`));
}
