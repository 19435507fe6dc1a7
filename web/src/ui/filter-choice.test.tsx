import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FilterChoice } from './filter-choice.tsx';

const options = [
  { value: '', label: 'All Types' },
  { value: 'DAY-1', label: 'Day' },
];
const shown = () => screen.getAllByRole('option').map((option) => option.textContent);

it('reports the choice', async () => {
  const onChange = vi.fn<(value: string) => void>();
  render(<FilterChoice label="Type" options={options} value="" onChange={onChange} />);
  expect(shown()).toEqual(['All Types', 'Day']);
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Day');
  expect(onChange).toHaveBeenCalledWith('DAY-1');
});

it('keeps an unknown value', () => {
  render(<FilterChoice label="Type" options={options} value="GONE" onChange={() => {}} />);
  expect(screen.getByLabelText('Type')).toHaveValue('GONE');
  expect(shown()).toEqual(['All Types', 'Day', 'GONE']);
});

it('shows its name where the choice alone is ambiguous', () => {
  render(<FilterChoice label="Type" showLabel options={options} value="" onChange={() => {}} />);
  expect(screen.getByText('Type')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('');
});
