import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { CompanyPicker } from './company-picker.tsx';

const all = [
  { id: 'a', name: 'Abacus', email: 'hello@abacus.test' },
  { id: 'z', name: 'Zebra', email: 'hello@zebra.test' },
];
const user = userEvent.setup({ delay: null });
const chosen = vi.fn();
let fails = false;

async function serve(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(String(input), 'http://localhost');
  const search = url.searchParams.get('search') ?? '';
  const [, , , id] = url.pathname.split('/');
  const found = all.filter((company) => company.name.toLowerCase().includes(search));
  const body = fails
    ? { success: false }
    : { success: true, data: id ? all.find((company) => company.id === id) : found };
  return new Response(JSON.stringify(body), {
    status: fails ? 500 : 200,
    headers: { 'content-type': 'application/json' },
  });
}

function Picker({ noneLabel }: { noneLabel?: string }) {
  const [value, setValue] = useState('');
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <CompanyPicker
        label="Company"
        value={value}
        noneLabel={noneLabel}
        onChange={(id) => {
          chosen(id);
          setValue(id);
        }}
      />
    </QueryClientProvider>
  );
}

const box = () => screen.getByRole('combobox', { name: 'Company' });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

beforeEach(() => {
  fails = false;
  chosen.mockClear();
  vi.stubGlobal('fetch', serve);
});
afterEach(() => vi.unstubAllGlobals());

it('offers what the server finds and reads the name of the chosen one', async () => {
  render(<Picker />);
  await user.click(box());
  await waitFor(() =>
    expect(names()).toEqual(['Abacushello@abacus.test', 'Zebrahello@zebra.test']),
  );
  await user.keyboard('zeb');
  await waitFor(() => expect(names()).toEqual(['Zebrahello@zebra.test']));
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['z']]);
  await waitFor(() => expect(box()).toHaveValue('Zebra'));
});

it('never takes a company that was found for an older text', async () => {
  render(<Picker noneLabel="All Companies" />);
  await user.click(box());
  await waitFor(() => expect(names()).toHaveLength(3));
  await user.keyboard('zebra{Enter}');
  expect(chosen).not.toHaveBeenCalled();
  expect(screen.getByRole('status')).toHaveTextContent('Searching...');
  await waitFor(() => expect(names()).toEqual(['Zebrahello@zebra.test']));
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['z']]);
});

it('says when nothing is found and when the server fails', async () => {
  render(<Picker />);
  await user.click(box());
  await user.keyboard('no such');
  expect(await screen.findByText('No companies found.')).toBeVisible();
  fails = true;
  await user.keyboard(' thing');
  expect(await screen.findByText('Failed to load companies', {}, { timeout: 5_000 })).toBeVisible();
});
