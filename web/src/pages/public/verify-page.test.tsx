import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/page.tsx';
import { user } from '../../testing/user.ts';

/** The test vectors: keys and two statements in a row. */
const [keys = '', ...blocks] = [
  ...readFileSync('docs/proofs.md', 'utf8').matchAll(/```(?:json|csv)\n([\s\S]*?)```/g),
].map(([, text = '']) => text);
const [january = '', february = '', liabilities = ''] = blocks.map(
  (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
);
const fileOf = (content: string, name: string) => new File([content], name);

beforeEach(() => {
  // The one of jsdom has no signatures.
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('fetch', async () => new Response(keys));
});

async function check(...files: File[]): Promise<void> {
  renderApp('/verify');
  await user.upload(await screen.findByLabelText(/Choose statements/), files);
}

it('proves statements in the browser and shows what they say', async () => {
  await check(fileOf(february, 'february.csv'), fileOf(january, 'january.csv'));
  const first = within(await screen.findByRole('region', { name: 'january.csv' }));
  expect(first.getByText('Proved: january.csv')).toBeVisible();
  expect(first.getByText(/Signed by Sente, pay.example with the key/)).toBeVisible();
  expect(first.getByText('UGX 0 and 2 movements make UGX 4,749.50.')).toBeVisible();
  expect(first.getByText('Demo & "Sons"')).toBeVisible();
  await user.click(first.getByText('Show the movements'));
  expect(await first.findByRole('row', { name: /Zürich 250.50 4,749.50/ })).toBeVisible();
  const all = within(screen.getByRole('region', { name: 'All statements' }));
  expect(all.getByText(/2026-02-28 begins where the one before it ended/)).toBeVisible();
});

it('compares the statements of each account, and says what was not compared', async () => {
  const other = january.replace('"Account Number","273936026841"', '"Account Number","1"');
  const ofOther = other.replace('00000000000a"\r\n"Account N', '00000000000c"\r\n"Account N');
  await check(
    fileOf(february, 'february.csv'),
    fileOf(ofOther, 'other.csv'),
    fileOf(january, 'january.csv'),
    fileOf('"Date"\r\n', 'unreadable.csv'),
  );
  const all = within(await screen.findByRole('region', { name: 'All statements' }));
  expect(all.getByText(/of account 273936026841 .*begins where the one before/)).toBeVisible();
  expect(all.getByText(/statements of 2 accounts: .*nothing between accounts/)).toBeVisible();
  expect(all.getByText(/A file could not be read/)).toBeVisible();
});

it('proves that a balance is in the liabilities, beside statements of an account', async () => {
  await check(fileOf(january, 'january.csv'), fileOf(liabilities, 'liabilities.csv'));
  const result = within(await screen.findByRole('region', { name: 'liabilities.csv' }));
  expect(result.getByText('Proved: liabilities.csv')).toBeVisible();
  expect(
    result.getByText(/UGX 4,749.50 of the company are in the UGX 24,750.57 .* to 5 companies/),
  ).toBeVisible();
  expect(result.getByText('All Liabilities')).toBeVisible();
});

it('a proof of liabilities with a changed balance fails', async () => {
  await check(fileOf(liabilities.replace('"4749.50"', '"4749.51"'), 'changed.csv'));
  expect(await screen.findByText('Not proved: changed.csv')).toBeVisible();
  expect(screen.getByText(/do not lead to the signed root/)).toBeVisible();
});

it('says what fails in a changed statement, and that a file is no statement', async () => {
  await check(
    fileOf(january.replace('"250.50"', '"250.51"'), 'changed.csv'),
    fileOf('"Date"\r\n', 'other.csv'),
  );
  const changed = within(await screen.findByRole('region', { name: 'changed.csv' }));
  expect(changed.getByText('Not proved: changed.csv')).toBeVisible();
  expect(changed.getByText(/The signature does not match/)).toBeVisible();
  expect(changed.getByText(/Entry 2 .* do not add up/)).toBeVisible();
  expect(screen.getByText('This is no statement of Sente that proves itself.')).toBeVisible();
});

it('a browser without Ed25519 says that the signature was not checked', async () => {
  const importKey = () => Promise.reject(new DOMException('No', 'NotSupportedError'));
  const digest = webcrypto.subtle.digest.bind(webcrypto.subtle);
  vi.stubGlobal('crypto', { subtle: { importKey, digest } });
  await check(fileOf(january, 'january.csv'));
  expect(await screen.findByText('Partly proved: january.csv')).toBeVisible();
  expect(screen.getByText(/this browser does not know Ed25519/)).toBeVisible();
});

it('without the keys nothing is said about a statement', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await check(fileOf(january, 'january.csv'));
  expect(await screen.findByText('Not checked')).toBeVisible();
});
