import { render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { pointAtFields } from './point-at-fields.ts';

function Form({ error }: { error: unknown }) {
  const form = useForm({ defaultValues: { first: '', second: '' } });
  const { errors } = form.formState;
  return (
    <>
      <button onClick={() => pointAtFields(form, error, ['first', 'second'])}>Refuse</button>
      <input aria-label="First" {...form.register('first')} />
      <p>{errors.first?.message}</p>
      <input aria-label="Second" {...form.register('second')} />
      <p>{errors.second?.message}</p>
    </>
  );
}

function refuse(error: unknown) {
  render(<Form error={error} />);
  screen.getByRole('button').click();
}

it('marks each field and goes to the first on the page, whatever the order of the answer', async () => {
  const fields = { elsewhere: 'Not here', second: 'Too late', first: 'Too early' };
  refuse(new ApiError({ kind: 'http', status: 400, message: 'No', fields }));
  expect(await screen.findByText('Too early')).toBeVisible();
  expect(screen.getByText('Too late')).toBeVisible();
  expect(screen.queryByText('Not here')).not.toBeInTheDocument();
  expect(screen.getByLabelText('First')).toHaveFocus();
});

it.each([[new ApiError({ kind: 'network', status: 0, message: 'No' })], [new TypeError('x')]])(
  'leaves the form alone after %s',
  async (error) => {
    refuse(error);
    expect(document.body).toHaveFocus();
    expect(document.querySelector('p:not(:empty)')).toBeNull();
  },
);
