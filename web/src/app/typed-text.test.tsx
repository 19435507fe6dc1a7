import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../session/use-session.ts';
import { endSession } from '../session/session-store.ts';
import { administrator, otherCompanyId, signInAs } from '../testing/people.ts';
import { user } from '../testing/user.ts';
import { Combobox } from '../ui/combobox.tsx';
import { TextField } from '../ui/field.tsx';
import { SelectField } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { keepTypedText } from './typed-text.ts';

let stop: () => void;
beforeEach(() => {
  signInAs(administrator);
  const typed = new WeakSet<EventTarget>();
  const note = ({ target }: Event) => void (target && typed.add(target));
  document.addEventListener('input', note);
  const end = keepTypedText(typed);
  stop = () => {
    end();
    document.removeEventListener('input', note);
  };
});
afterEach(() => stop());

it('is filled in again after the same person has signed in again, but no password', async () => {
  render(<Page />);
  await fillIn();
  act(() => endSession({ message: 'Your session has ended.' }));
  expect(screen.getByText('Please sign in')).toBeVisible();
  act(() => signInAs(administrator));
  expect(await screen.findByDisplayValue('Amina')).toHaveAccessibleName('Name');
  expect(screen.getByLabelText('Note')).toHaveValue('As saved');
  expect(screen.getByLabelText('Kind')).toHaveValue('school');
  expect(screen.getByLabelText('Active')).toBeChecked();
  expect(await screen.findByDisplayValue('Gulu Builders')).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

it.each([
  ['another person', () => signInAs({ ...administrator, id: otherCompanyId }), true],
  ['a deliberate sign-out', () => signInAs(administrator), false],
])('is gone after %s', async (_, signIn, keepPage) => {
  render(<Page />);
  await fillIn();
  act(() => endSession({ keepPage }));
  act(() => signIn());
  await user.click(await screen.findByLabelText('Active'));
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

async function fillIn() {
  await user.type(screen.getByLabelText('Name'), 'Amina');
  await user.type(screen.getByLabelText('Password'), 'secret-1');
  await user.selectOptions(screen.getByLabelText('Kind'), 'School');
  await user.click(screen.getByLabelText('Active'));
  await user.click(screen.getByRole('combobox', { name: 'Company' }));
  await user.click(screen.getByRole('option', { name: 'Gulu Builders' }));
}

const optionsOf = (...labels: string[]) =>
  labels.map((label) => ({ value: label.toLowerCase(), label }));
const kinds = optionsOf('Shop', 'School');
const companies = optionsOf('Demo One', 'Gulu Builders');

/** As a page of the portal: it is there while somebody is signed in. */
function Page() {
  return useSession() ? <Form /> : <p>Please sign in</p>;
}

function Form() {
  const [name, setName] = useState('');
  const [company, setCompany] = useState('');
  return (
    <form aria-label="Create user">
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <TextField label="Note" defaultValue="As saved" />
      <TextField label="Password" type="password" />
      <SelectField label="Kind" options={kinds} />
      <Switch label="Active" />
      <Combobox
        label="Company"
        value={company}
        valueLabel={companies.find(({ value }) => value === company)?.label ?? ''}
        onChange={setCompany}
        options={companies}
        onSearch={() => undefined}
      />
    </form>
  );
}
