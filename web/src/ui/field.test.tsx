import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { PasswordField, TextAreaField, TextField } from './field.tsx';
import { SelectField } from './select.tsx';

it('associates label and hint with the input', () => {
  render(<TextField label="Email Address" hint="We never show it." required />);
  const input = screen.getByLabelText('Email Address');
  expect(input).toHaveAccessibleDescription('We never show it.');
  expect(input).toHaveAttribute('aria-required', 'true');
  expect(input).not.toHaveAttribute('aria-invalid');
  expect(input).not.toHaveAttribute('required');
});

it('shows the error in place of the hint', () => {
  render(<TextField label="Email" hint="We never show it." error="Email is required" />);
  const input = screen.getByLabelText('Email');
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('Email is required');
  expect(screen.queryByText('We never show it.')).not.toBeInTheDocument();
});

it('announces an error that appears later', () => {
  const { rerender } = render(<TextField label="Email" />);
  const region = document.querySelector('[aria-live="polite"]');
  rerender(<TextField label="Email" error="Email is required" />);
  expect(region).toHaveTextContent('Email is required');
});

it('counts the typed characters', async () => {
  render(<TextAreaField label="Description" counter maxLength={5} defaultValue="ab" />);
  expect(screen.getByText('2/5')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Description'), 'cdefg');
  expect(screen.getByText('5/5')).toBeInTheDocument();
});

function RoleForm() {
  const form = useForm({ defaultValues: { name: 'Teller' } });
  return (
    <form onSubmit={form.handleSubmit(() => {})} noValidate>
      <TextField
        label="Role name"
        counter
        maxLength={100}
        error={form.formState.errors.name?.message}
        {...form.register('name', { required: 'Role name is required' })}
      />
      <button type="submit">Save</button>
      <button type="button" onClick={() => form.reset()}>
        Reset
      </button>
    </form>
  );
}

it('works with react-hook-form: fills, focuses the wrong field, counts after a reset', async () => {
  const user = userEvent.setup();
  render(<RoleForm />);
  const input = screen.getByLabelText('Role name');
  expect(input).toHaveValue('Teller');
  expect(screen.getByText('6/100')).toBeInTheDocument();

  await user.clear(input);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Role name is required')).toBeInTheDocument();
  expect(input).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(screen.getByText('6/100')).toBeInTheDocument());
});

it('shows and hides a password', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="New password" />);
  const input = screen.getByLabelText('New password');
  expect(input).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show new password' }));
  expect(input).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide new password' }));
  expect(input).toHaveAttribute('type', 'password');
});

it('associates a select in the same way', () => {
  render(
    <SelectField
      label="Account type"
      error="Please select a valid account type"
      placeholder="Select a type..."
      options={[{ value: '1', label: 'Savings' }]}
    />,
  );
  const select = screen.getByLabelText('Account type');
  expect(select).toBeInvalid();
  expect(select).toHaveAccessibleDescription('Please select a valid account type');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Select a type...',
    'Savings',
  ]);
});
