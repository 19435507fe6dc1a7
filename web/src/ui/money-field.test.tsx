import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MoneyField } from './money-field.tsx';

function Controlled() {
  const [typed, setTyped] = useState('');
  return (
    <MoneyField label="Amount" value={typed} onChange={(event) => setTyped(event.target.value)} />
  );
}

const box = () => screen.getByLabelText<HTMLInputElement>('Amount');

it.each([
  ['by the form', <Controlled key="a" />],
  ['by the input', <MoneyField key="b" label="Amount" />],
])('groups digits while they are typed and deleted, kept %s', async (_, field) => {
  const user = userEvent.setup();
  render(field);
  await user.type(box(), '1250000');
  expect(box()).toHaveValue('1,250,000');
  await user.type(box(), '{Backspace}');
  expect(box()).toHaveValue('125,000');
  await user.type(box(), '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(box()).toHaveValue('1,925,000');
  expect(box().selectionStart).toBe(3);
});

it('does not read a typed or pasted comma as a separator of thousands', async () => {
  const user = userEvent.setup();
  render(<MoneyField label="Amount" />);
  await user.type(box(), '1,5');
  expect(box()).toHaveValue('1,5');
  await user.clear(box());
  await user.type(box(), '2000');
  box().setSelectionRange(0, 5);
  await user.paste('1,5');
  expect(box()).toHaveValue('1,5');
});

it('groups what is pasted plainly and what the form begins with', async () => {
  const user = userEvent.setup();
  render(<MoneyField label="Amount" defaultValue="30000" />);
  expect(box()).toHaveValue('30,000');
  await user.clear(box());
  await user.paste('45000');
  expect(box()).toHaveValue('45,000');
});
