import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';

const all = [
  { value: 'k', label: 'Kampala' },
  { value: 'g', label: 'Gulu' },
  { value: 'm', label: 'Mbarara' },
];
const onSubmit = vi.fn();

const box = () => screen.getByRole('combobox', { name: 'Town' });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

beforeEach(() => onSubmit.mockClear());

it('shows its value when closed, and offers everything when opened', async () => {
  render(<Towns />);
  expect(box()).toHaveValue('Kampala');
  expect(names()).toEqual([]);
  await userEvent.click(box());
  expect(names()).toEqual(['Kampala', 'Gulu', 'Mbarara']);
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Kampala');
});

it('filters while typing and selects the first with Enter, without submitting the form', async () => {
  render(<Towns />);
  await userEvent.click(box());
  await userEvent.keyboard('gu');
  expect(names()).toEqual(['Gulu']);
  await userEvent.keyboard('{Enter}');
  expect(box()).toHaveValue('Gulu');
  expect(names()).toEqual([]);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('wraps around with the arrow keys', async () => {
  render(<Towns />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(box()).toHaveValue('Mbarara');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(box()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
});

it('discards the text on Escape and on blur', async () => {
  render(<Towns />);
  await userEvent.click(box());
  await userEvent.keyboard('xyz{Escape}');
  expect(box()).toHaveValue('Kampala');
  await userEvent.click(box());
  await userEvent.keyboard('xyz');
  await userEvent.tab();
  expect(box()).toHaveValue('Kampala');
  expect(names()).toEqual([]);
});

it('shows a message instead of options', async () => {
  render(<Towns message="No towns found." />);
  await userEvent.click(box());
  await userEvent.keyboard('xyz');
  expect(screen.getByRole('status')).toHaveTextContent('No towns found.');
});

it('selects an option by a press', async () => {
  render(<Towns />);
  await userEvent.click(box());
  await userEvent.click(screen.getByRole('option', { name: 'Mbarara' }));
  expect(box()).toHaveValue('Mbarara');
});

function Towns({ message }: { message?: string }) {
  const [value, setValue] = useState('k');
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Combobox
        label="Town"
        value={value}
        valueLabel={all.find((town) => town.value === value)?.label ?? ''}
        onChange={setValue}
        onSearch={setText}
        options={all.filter(({ label }) => label.toLowerCase().includes(text))}
        message={message}
      />
      <button type="submit">Save</button>
    </form>
  );
}
