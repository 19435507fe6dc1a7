import { companies } from '@sente/contract/companies';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ok, silent } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { aCompany, aListedCompany } from '../../testing/records.ts';
import { serve } from '../../testing/server.ts';
import { user } from '../../testing/user.ts';
import { CompanyPicker } from './company-picker.tsx';

const all = [
  { id: 'a', name: 'Abacus', email: 'hello@abacus.test' },
  { id: 'z', name: 'Zebra', email: 'hello@zebra.test' },
];
const chosen = vi.fn();

beforeEach(() => {
  chosen.mockClear();
  serve(companies.list, ({ query: { search = '' } }) =>
    ok(all.filter(({ name }) => name.toLowerCase().includes(search)).map(aListedCompany)),
  );
  serve(companies.get, ({ params }) => ok(aCompany(all.find(({ id }) => id === params['id']))));
});

const box = () => screen.getByRole('combobox', { name: 'Company' });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

it("offers the server's results and shows the chosen name", async () => {
  renderPart(<Picker />);
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

it('never selects a company from the results of an older text', async () => {
  renderPart(<Picker noneLabel="All Companies" />);
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
  renderPart(<Picker />);
  await user.click(box());
  await user.keyboard('no such');
  expect(await screen.findByText('No companies found.')).toBeVisible();
  serve(companies.list, silent);
  await user.keyboard(' thing');
  expect(await screen.findByText('Failed to load companies')).toBeVisible();
});

function Picker({ noneLabel }: { noneLabel?: string }) {
  const [value, setValue] = useState('');
  return (
    <CompanyPicker
      label="Company"
      value={value}
      noneLabel={noneLabel}
      onChange={(id) => {
        chosen(id);
        setValue(id);
      }}
    />
  );
}
