import { apiKeys } from '@sente/contract/api-keys';
import { companies } from '@sente/contract/companies';
import { credentials, type Credential } from '@sente/contract/credentials';
import { webhooks } from '@sente/contract/webhooks';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anApiKey } from '../../testing/api-keys.ts';
import { held, ok, refused, silent, unexplained } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage, settle } from '../../testing/page.tsx';
import { aCompany } from '../../testing/records.ts';
import { calls, serve, serveEverything } from '../../testing/server.ts';
import { aCredential } from '../../testing/staff-records.ts';
import { fill, press, user } from '../../testing/user.ts';

const company = aCompany();
const set = aCredential({ companyId: company.id });
const oneSet =
  'Only one credential set is allowed per company. Delete the existing credentials before creating a new one.';

const open = () => renderPage(`/companies/${company.id}/api-credentials`);

beforeEach(() => {
  serve(companies.get, ok(company));
  has(set);
  // The webhook has its own test; here the company has none.
  serve(webhooks.get, ok(null));
  serve(credentials.reveal, ok({ ...set, secretKey: 'snt_sk_one' }));
  serve(webhooks.deliveries, ok([]));
  serve(apiKeys.list, ok([]));
  for (const change of ['create', 'regenerate', 'toggle', 'remove'] as const) {
    serve(credentials[change], unexplained);
  }
});

describe('loading', () => {
  const failed = 'Failed to load company API credentials';

  it('shows the set with its secret hidden, and drops it when the page is left', async () => {
    const { client, unmount } = await open();
    expect(screen.getByText('Loading API credentials')).toBeInTheDocument();
    expect(await screen.findByText('snt_ch_one')).toBeVisible();
    expect(screen.getByText(oneSet)).toBeVisible();
    expect(screen.getByText('Never used')).toBeVisible();
    expect(screen.queryByText('snt_sk_one')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Credentials' })).not.toBeInTheDocument();
    await press('Reveal secret key');
    expect(await screen.findByText('snt_sk_one')).toBeVisible();
    await press('Hide secret key');
    await press('Reveal secret key');
    expect(screen.getByText('snt_sk_one')).toBeVisible();
    expect(calls(credentials.reveal).map(({ body }) => body)).toEqual([
      { recordId: set.recordId, companyId: company.id },
    ]);
    unmount();
    await waitFor(() =>
      expect(
        JSON.stringify(
          client
            .getQueryCache()
            .getAll()
            .map(({ state }) => state),
        ),
      ).not.toContain('snt_sk_one'),
    );
  });

  it('the layout does not shift when the set loads', async () => {
    await open();
    // In place from the start, although the panel's title has no name yet.
    expect(screen.getByRole('button', { name: 'History' })).toBeDisabled();
    expect(screen.queryByRole('heading', { name: 'Webhook' })).toBeNull();
    expect(calls(webhooks.get)).toHaveLength(1);
    expect(await screen.findByRole('heading', { name: 'Webhook' })).toBeVisible();
    expect(screen.getByText(oneSet)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'History' })).toBeEnabled());
  });

  it('shows no keys once a change finds them gone', async () => {
    await open();
    await screen.findByText('snt_ch_one');
    has();
    serve(credentials.toggle, refused(404, 'API credentials not found'));
    await press('Deactivate');
    await confirm('Deactivate');
    await expectToast('API credentials not found');
    await waitFor(() => expect(screen.queryByText('snt_ch_one')).not.toBeInTheDocument());
    expect(await screen.findByRole('button', { name: 'Create Credentials' })).toBeVisible();
  });

  it('fetches the secret only when it is asked for, also to copy it: each time is recorded', async () => {
    await open();
    await screen.findByText('snt_ch_one');
    await settle();
    expect(calls(credentials.reveal)).toEqual([]);
    await press('Copy secret key');
    await expectToast('Secret key copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('snt_sk_one');
    expect(screen.queryByText('snt_sk_one')).not.toBeInTheDocument();
    expect(calls(credentials.reveal)).toHaveLength(1);
  });

  it('says why a secret cannot be revealed, and shows that it is gone', async () => {
    await open();
    await screen.findByText('snt_ch_one');
    has();
    serve(credentials.reveal, refused(404, 'API credentials not found'));
    await press('Reveal secret key');
    await expectToast('API credentials not found');
    expect(await screen.findByRole('button', { name: 'Create Credentials' })).toBeVisible();
  });

  it.each([
    ['a 500', silent, failed],
    ['success false', unexplained, failed],
    ['a refusal in words', refused(409, 'Not today'), 'Not today'],
    ['something that is no list', { body: 7 }, 'Invalid response format'],
  ])('shows the error after %s and can be retried', async (_, answer, reason) => {
    serve(credentials.list, answer);
    await open();
    const title = await screen.findByText(failed, {
      selector: '.font-medium',
    });
    expect(title).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(reason);
    expect(screen.queryByRole('button', { name: 'Create Credentials' })).not.toBeInTheDocument();
    has(set);
    await press('Try Again');
    expect(await screen.findByText('snt_ch_one')).toBeVisible();
    expect(title).not.toBeInTheDocument();
  });

  it('keeps the set when a refresh fails', async () => {
    await open();
    await screen.findByText('snt_ch_one');
    serve(credentials.list, silent);
    await press('Refresh');
    expect(await screen.findByText(failed)).toBeVisible();
    expect(screen.getByText('snt_ch_one')).toBeVisible();
  });

  it('says once that there is no such company', async () => {
    serveEverything(refused(404, 'Company not found'));
    await open();
    expect(await screen.findByText('Company Not Found')).toBeVisible();
    expect(screen.queryByText('Failed to load company API credentials')).not.toBeInTheDocument();
  });

  it('says why a secret cannot be shown, and offers the remedies', async () => {
    const message = 'The secret key was encrypted with another key.';
    serve(credentials.list, {
      body: { success: true, message, data: [{ ...set, isReadable: false }] },
    });
    await open();
    expect(await screen.findByText('The secret key cannot be shown')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByText('Cannot be read')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy secret key' })).not.toBeInTheDocument();
    for (const name of ['Regenerate', 'Deactivate', 'Delete']) {
      expect(screen.getByRole('button', { name })).toBeEnabled();
    }
  });
});

describe('changing', () => {
  it('creates a set where there is none', async () => {
    has();
    await open();
    await press('Create Credentials');
    await expectToast('Failed to create API credentials');
    serve(credentials.create, refused(409, oneSet));
    await press('Create Credentials');
    await expectToast(oneSet);
    serve(credentials.create, ok(set));
    has(set);
    await press('Create Credentials');
    await expectToast('API credentials created successfully');
    expect(calls(credentials.create).at(-1)?.body).toEqual({ companyId: company.id });
    expect(lastCalls()).toEqual([credentials.create, credentials.list]);
  });

  it('regenerates after a confirmation, and shows no old key even if the reload fails', async () => {
    await open();
    await press('Regenerate');
    await confirm('Regenerate');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Failed to update API credentials',
    );
    const renewed = { ...set, channelId: 'snt_ch_two', secretKey: 'snt_sk_two' };
    serve(credentials.regenerate, ok(renewed));
    serve(credentials.list, silent);
    await confirm('Regenerate');
    await expectToast('API credentials updated successfully');
    expect(await screen.findByText('Failed to load company API credentials')).toBeVisible();
    expect(screen.getByText('snt_ch_two')).toBeVisible();
    expect(screen.queryByText('snt_ch_one')).not.toBeInTheDocument();
  });

  it.each([
    [true, 'Deactivate', 'deactivate', 'deactivated'],
    [false, 'Activate', 'activate', 'activated'],
  ])(
    'a toggle from active %s reports the result of the answer',
    async (isActive, name, verb, done) => {
      has({ ...set, isActive });
      await open();
      await press(name);
      if (isActive) await confirm(name);
      expect(await screen.findByText(`Failed to ${verb} API credentials`)).toBeVisible();
      serve(credentials.toggle, ok({ ...set, isActive: !isActive }));
      has({ ...set, isActive: !isActive });
      await (isActive ? confirm(name) : press(name));
      await expectToast(`API credentials ${done} successfully`);
      expect(screen.getByText(isActive ? 'Inactive' : 'Active')).toBeVisible();
      expect(calls(credentials.toggle).at(-1)?.body).toEqual({
        recordId: set.recordId,
        companyId: company.id,
        expectedIsActive: isActive,
      });
      expect(lastCalls()).toEqual([credentials.toggle, credentials.list]);
    },
  );

  it('does not toggle back a concurrent change', async () => {
    await open();
    await screen.findByText('Active');
    // Already inactive: the server keeps it so, because the request contains the state on screen.
    serve(credentials.toggle, ok({ ...set, isActive: false }));
    has({ ...set, isActive: false });
    await press('Deactivate');
    expect(screen.getByRole('alertdialog')).toHaveTextContent('refused at once');
    expect(calls(credentials.toggle)).toEqual([]);
    await confirm('Deactivate');
    await expectToast('API credentials deactivated successfully');
    expect(await screen.findByText('Inactive')).toBeVisible();
    expect(calls(credentials.toggle)[0]?.body).toMatchObject({ expectedIsActive: true });
  });

  it('cannot be left during a slow delete, which is sent once', async () => {
    const slow = held();
    serve(credentials.remove, slow.answer);
    await open();
    await press('Delete');
    const dialog = within(screen.getByRole('alertdialog'));
    await user.dblClick(dialog.getByRole('button', { name: 'Delete Credentials' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    act(() => slow.release(refused(409, 'Ask the treasurer first')));
    expect(await dialog.findByText('Ask the treasurer first')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(calls(credentials.remove)).toHaveLength(1);
  });

  it('deletes after a confirmation, and keeps the dialog with the reason when it fails', async () => {
    await open();
    await press('Delete');
    await confirm('Delete Credentials');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Failed to delete API credentials',
    );
    serve(credentials.remove, ok());
    has();
    await confirm('Delete Credentials');
    await expectToast('API credentials deleted successfully');
    expect(await screen.findByRole('button', { name: 'Create Credentials' })).toBeVisible();
    const { params, query } = calls(credentials.remove).at(-1) ?? {};
    expect({ ...params, ...query }).toEqual({ recordId: set.recordId, companyId: company.id });
  });
});

function lastCalls() {
  const endpoints = calls().map(({ endpoint }) => endpoint);
  return endpoints.slice(-2);
}

function has(...sets: Credential[]): void {
  serve(credentials.list, ok(sets));
}

function confirm(name: string): Promise<void> {
  return press(name, screen.getByRole('alertdialog'));
}

it('shows the keys that the company made, and switches one off', async () => {
  const shop = anApiKey({ companyId: company.id });
  const provider = anApiKey({ id: 'b', name: 'Key from the provider', madeBy: 'staff' });
  serve(apiKeys.list, ok([provider, shop]));
  serve(credentials.toggle, ok({ ...set, isActive: false }));
  await open();
  const table = within(await screen.findByRole('table', { name: 'Keys of the company' }));
  expect(table.getByRole('row', { name: /Web shop/ })).toHaveTextContent(/Collect, Read.*Active/);
  // It has its own card.
  expect(table.queryByText('Key from the provider')).toBeNull();
  serve(apiKeys.list, ok([{ ...shop, state: 'off' }]));
  await press('Switch Web shop off');
  await confirm('Switch Off');
  await expectToast('API key switched off');
  expect(await screen.findByText('Switched off')).toBeVisible();
  expect(calls(credentials.toggle)[0]?.body).toEqual({
    recordId: shop.id,
    companyId: company.id,
    expectedIsActive: true,
  });
  expect(screen.getByText('snt_ch_one')).toBeVisible();
});

it('says that the keys of the company could not be loaded', async () => {
  serve(apiKeys.list, silent);
  await open();
  expect((await screen.findAllByText('Failed to load API keys'))[0]).toBeVisible();
  expect(screen.getByText('snt_ch_one')).toBeVisible();
});

const missing = refused(400, 'Current password is required', {
  fields: { currentPassword: 'Current password is required' },
});

it('reveals keys with the own password, if the server asks for it', async () => {
  serve(credentials.reveal, missing);
  await open();
  await press('Reveal secret key');
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  expect(dialog).toHaveTextContent("Whoever has these keys moves the company's money.");
  expect(dialog).not.toHaveTextContent('signs in');
  await fill('Password', 'Demo-pass-1');
  serve(credentials.reveal, ok({ ...set, secretKey: 'snt_sk_one' }));
  await press('Confirm', dialog);
  expect(await screen.findByText('snt_sk_one')).toBeVisible();
  expect(calls(credentials.reveal).at(-1)?.body).toEqual({
    recordId: set.recordId,
    companyId: company.id,
    currentPassword: 'Demo-pass-1',
  });
});

it('makes keys with the own password, if the server asks for it', async () => {
  has();
  serve(credentials.create, missing);
  await open();
  await press('Create Credentials');
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await fill('Password', 'Demo-pass-1');
  serve(credentials.create, ok(set));
  await press('Confirm', dialog);
  await expectToast('API credentials created successfully');
  expect(calls(credentials.create).at(-1)?.body).toEqual({
    companyId: company.id,
    currentPassword: 'Demo-pass-1',
  });
});
