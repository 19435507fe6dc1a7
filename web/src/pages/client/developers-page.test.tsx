import { apiKeys } from '@sente/contract/api-keys';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepMode } from '../../lib/mode.ts';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
import { anApiKey } from '../../testing/api-keys.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner, signInAs } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const page = '/client/developers';
const shop = anApiKey();

beforeEach(() => {
  serve(apiKeys.list, ok([shop]));
});

const openDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the list of keys', () => {
  it('shows what each may do, its last use and its state', async () => {
    const others = [
      anApiKey({ id: 'b', name: 'Old', endsAt: '2026-02-01T09:00:00.000Z', state: 'ended' }),
      anApiKey({ id: 'c', name: 'Till', state: 'off', lastUsedAt: null, lastUsedAddress: null }),
      anApiKey({ id: 'd', name: 'Key from the provider', madeBy: 'staff' }),
      anApiKey({ id: 'e', name: 'Robot', algorithm: 'ed25519', endsAt: '2026-02-01T09:00:00Z' }),
    ];
    serve(apiKeys.list, ok([shop, ...others]));
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /Web shop/ });
    expect(row).toHaveTextContent(
      /snt_ch_shop.*Collect, Read.*from 203\.0\.113\.0\/24.*from 203\.0\.113\.7.*Active/,
    );
    expect(screen.getByRole('row', { name: /^Old/ })).toHaveTextContent('Ended');
    expect(screen.getByRole('row', { name: /^Till/ })).toHaveTextContent(
      /Never used.*Switched off/,
    );
    expect(screen.getByRole('row', { name: /^Robot/ })).toHaveTextContent(/Ed25519.*Ends/);
    // Changed by the provider alone.
    expect(screen.getByText('Managed by the provider')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Revoke Key from the provider' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rotate Old' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Revoke Old' })).toBeVisible();
    await press('Copy channel ID of Web shop');
    expect(await navigator.clipboard.readText()).toBe('snt_ch_shop');
  });

  it('is empty at first, and says where the documentation is', async () => {
    serve(apiKeys.list, ok([]));
    await renderPage(page);
    expect(await screen.findByText('No keys yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Signing' })).toHaveAttribute('href', '/docs/signing');
  });

  it('says in test mode what test keys are', async () => {
    signInAs(owner);
    keepMode('test');
    await renderPage(page);
    expect(await screen.findByText(/^Test keys with which/)).toBeVisible();
    expect(screen.getByText(/^Keys of test mode begin with/)).toHaveTextContent('snt_test_');
  });

  it.each(loadFailures('Failed to load API keys'))('fails with %s', async (_, answer, text) => {
    serve(apiKeys.list, answer);
    await renderPage(page);
    expect(await screen.findByText('Error Loading API Keys')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe('a new key', () => {
  const open = async () => {
    await renderPage(page);
    await screen.findByRole('row', { name: /Web shop/ });
    await press('Create Key');
    return openDialog('Create API Key');
  };

  it('has a name, scopes and addresses, and its secret is shown once', async () => {
    serve(apiKeys.create, ok({ ...shop, name: 'Till', secretKey: 'snt_sk_once' }));
    const dialog = await open();
    await user.click(dialog.getByLabelText('Read'));
    await put(dialog.getByLabelText(/^Allowed Addresses/), 'shop.example');
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    expect(dialog.getByText('Choose what the key may do')).toBeVisible();
    expect(dialog.getByText(/^Must be an address like/)).toBeVisible();
    await put(dialog.getByLabelText(/^Name/), 'Till');
    await user.click(dialog.getByLabelText('Pay out'));
    await user.clear(dialog.getByLabelText(/^Allowed Addresses/));
    await put(dialog.getByLabelText(/^Allowed Addresses/), '203.0.113.7, 2001:db8::/32');
    await put(dialog.getByLabelText(/^Last Day/), '2099-12-31');
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    const shown = await openDialog('Your key for Till');
    expect(shown.getByText('snt_sk_once')).toBeVisible();
    expect(shown.getByText('The secret is shown only now')).toBeVisible();
    expect(calls(apiKeys.create).map(({ body }) => body)).toEqual([
      {
        name: 'Till',
        scopes: ['payout'],
        allowedAddresses: ['203.0.113.7', '2001:db8::/32'],
        endsAt: '2099-12-31T21:00:00.000Z',
        publicKey: null,
      },
    ]);
    await user.click(shown.getByRole('button', { name: 'I Have Stored It' }));
    await waitFor(() => expect(screen.queryByText('snt_sk_once')).toBeNull());
    expect(calls(apiKeys.list).length).toBeGreaterThan(1);
  });

  it('can be a public key, and what is wrong with it stands at its field', async () => {
    const text = 'Must be a public key of Ed25519, in PEM or Base64';
    serve(
      apiKeys.create,
      refused(400, text, { code: 'validation_failed', fields: { publicKey: text } }),
    );
    const dialog = await open();
    await put(dialog.getByLabelText(/^Name/), 'Robot');
    await user.selectOptions(dialog.getByLabelText(/^Signed With/), 'pair');
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(await dialog.findByText('Public key is required')).toBeVisible();
    await put(dialog.getByLabelText(/^Public Key/), 'abc');
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(await dialog.findByText(text)).toBeVisible();
    serve(apiKeys.create, ok({ ...shop, algorithm: 'ed25519', secretKey: null }));
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    const shown = await openDialog('Your key for Web shop');
    expect(shown.queryByText('Secret key')).toBeNull();
    expect(shown.getByText('snt_ch_shop')).toBeVisible();
  });

  it('that is refused says why', async () => {
    const text = 'A company has at most 20 keys. Revoke one first.';
    serve(apiKeys.create, refused(409, text));
    const dialog = await open();
    await put(dialog.getByLabelText(/^Name/), 'Till');
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(await dialog.findByText(text)).toBeVisible();
  });
});

describe('a key', () => {
  it('is rotated with a chosen overlap', async () => {
    serve(apiKeys.rotate, ok({ ...shop, channelId: 'snt_ch_next', secretKey: 'snt_sk_next' }));
    await renderPage(page);
    await screen.findByRole('row', { name: /Web shop/ });
    await press('Rotate Web shop');
    const dialog = await openDialog('Rotate Web shop');
    await user.selectOptions(dialog.getByLabelText(/^The Old Key Ends/), 'In 7 days');
    await user.click(dialog.getByRole('button', { name: 'Rotate Key' }));
    const shown = await openDialog('Your key for Web shop');
    expect(shown.getByText('snt_sk_next')).toBeVisible();
    expect(calls(apiKeys.rotate).map(({ params, body }) => [params, body])).toEqual([
      [{ id: shop.id }, { overlap: 'week', publicKey: null }],
    ]);
  });

  it('is revoked after a question', async () => {
    serve(apiKeys.revoke, ok(null));
    await renderPage(page);
    await screen.findByRole('row', { name: /Web shop/ });
    await press('Revoke Web shop');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Revoke Web shop?')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Revoke Key' }));
    await expectToast('API key revoked');
    expect(calls(apiKeys.revoke)).toHaveLength(1);
  });
});
