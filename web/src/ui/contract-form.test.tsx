import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { expectToast, toasts } from '../testing/messages.ts';
import { renderPart } from '../testing/page.tsx';
import { press } from '../testing/user.ts';
import { FormCard, useContractForm } from './contract-form.tsx';
import { TextField } from './field.tsx';

const schema = z.object({ first: z.string(), second: z.string() });

function Example({ error }: { error: Error }) {
  const form = useContractForm({
    schema,
    values: { first: '', second: '' },
    submit: () => Promise.reject(error),
    failed: 'Failed to save',
  });
  return (
    <FormCard label="Example" form={form} submitLabel="Save" cancelTo="/">
      <TextField label="First" {...form.field('first')} />
      <TextField label="Second" {...form.field('second')} />
    </FormCard>
  );
}

it('marks each field and focuses the first on the page, whatever the order of the answer', async () => {
  const fields = { elsewhere: 'Not here', second: 'Too late', first: 'Too early' };
  renderPart(
    <Example error={new ApiError({ kind: 'http', status: 400, message: 'No', fields })} />,
  );
  await press('Save');
  expect(await screen.findByText('Too early')).toBeVisible();
  expect(screen.getByText('Too late')).toBeVisible();
  expect(screen.queryByText('Not here')).not.toBeInTheDocument();
  expect(screen.getByLabelText('First')).toHaveFocus();
});

it('says what the fields say nowhere else', async () => {
  const sentences = { fields: { first: 'Too early', second: 'Too late' } };
  const errors = ['Too late', 'Too early'];
  const message = errors.join(', ');
  const hasServerText = true;
  renderPart(
    <Example
      error={
        new ApiError({ kind: 'http', status: 400, message, errors, hasServerText, ...sentences })
      }
    />,
  );
  await press('Save');
  expect(await screen.findByText('Too early')).toBeVisible();
  expect(screen.queryByText(/Too early, /)).not.toBeInTheDocument();
  expect(toasts()).toEqual([]);
});

it('says what no field on the page says', async () => {
  const fields = { first: 'Too early', hidden: 'Not now' };
  const errors = Object.values(fields);
  const message = errors.join(', ');
  const hasServerText = true;
  renderPart(
    <Example
      error={new ApiError({ kind: 'http', status: 400, message, errors, fields, hasServerText })}
    />,
  );
  await press('Save');
  await expectToast(message);
});

it.each([
  ['Failed to save', new ApiError({ kind: 'http', status: 500, message: 'HTTP 500' })],
  ['No', new ApiError({ kind: 'network', status: 0, message: 'No' })],
])('marks no field after: %s', async (text, error) => {
  renderPart(<Example error={error} />);
  await press('Save');
  await expectToast(text);
  expect(screen.getByLabelText('First')).not.toHaveFocus();
  expect(screen.getByLabelText('First')).toBeValid();
  expect(screen.getByLabelText('Second')).toBeValid();
});
