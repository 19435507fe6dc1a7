import { act, render, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../session/use-session.ts';
import { endSession } from '../session/session-store.ts';
import { administrator, otherCompanyId, signInAs } from '../testing/people.ts';
import { user } from '../testing/user.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { TextField } from '../ui/field.tsx';
import { SelectField } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { Toaster } from '../ui/toast.tsx';
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
  render(<Page form={<Form />} />);
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
  render(<Page form={<Form />} />);
  await fillIn();
  act(() => endSession({ keepPage }));
  act(() => signIn());
  await user.click(await screen.findByLabelText('Active'));
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

it('is filled in where it was among fields of the same name, by their groups', async () => {
  render(<Page form={<Rows names={['Payments', 'Low stock']} />} />);
  await user.click(boxOf('Low stock'));
  act(() => endSession({ message: 'Your session has ended.' }));
  act(() => signInAs(administrator));
  await waitFor(() => expect(boxOf('Low stock')).not.toBeChecked());
  expect(boxOf('Payments')).toBeChecked();
  expect(await screen.findByText('What you had typed is back')).toBeVisible();
});

it('is filled in by position among fields that nothing tells apart, unless their number changed', async () => {
  const { rerender } = render(<Page form={<Rows names={['', '']} />} />);
  await user.click(screen.getAllByLabelText('Email')[1]!);
  act(() => endSession({ message: 'Your session has ended.' }));
  rerender(<Page form={<Rows names={['', '', '']} />} />);
  act(() => signInAs(administrator));
  await screen.findAllByLabelText('Email');
  for (const box of screen.getAllByLabelText('Email')) expect(box).toBeChecked();
  rerender(<Page form={<Rows key="other" names={['', '']} />} />);
  await waitFor(() => expect(screen.getAllByLabelText('Email')[1]).not.toBeChecked());
  expect(screen.getAllByLabelText('Email')[0]).toBeChecked();
});

it('says that it is back only if something was filled in', async () => {
  render(<Page form={<Rows names={['Payments', 'Low stock']} />} />);
  await user.dblClick(boxOf('Payments'));
  act(() => endSession({ message: 'Your session has ended.' }));
  act(() => signInAs(administrator));
  // The observer has run once the box is back and another change was seen.
  await user.click(await screen.findByLabelText('Other'));
  expect(boxOf('Payments')).toBeChecked();
  expect(screen.queryByText('What you had typed is back')).not.toBeInTheDocument();
});

it('leaves a field empty that the person had emptied', async () => {
  render(<Page form={<Form />} />);
  await user.type(screen.getByLabelText('Name'), 'Amina');
  await user.clear(screen.getByLabelText('Note'));
  act(() => endSession({ message: 'Your session has ended.' }));
  act(() => signInAs(administrator));
  expect(await screen.findByDisplayValue('Amina')).toHaveAccessibleName('Name');
  expect(screen.getByLabelText('Note')).toHaveValue('');
});

it('says nothing if a box shows what it had shown before', async () => {
  render(<Page form={<Chosen />} />);
  await user.type(screen.getByLabelText('Search'), 'x');
  await user.clear(screen.getByLabelText('Search'));
  act(() => endSession({ message: 'Your session has ended.' }));
  act(() => signInAs(administrator));
  await user.type(await screen.findByLabelText('Search'), 'y');
  expect(screen.getByLabelText('Company')).toHaveValue('Gulu Builders');
  expect(screen.queryByText('What you had typed is back')).not.toBeInTheDocument();
});

const boxOf = (group: string) =>
  within(screen.getByRole('group', { name: group })).getByLabelText('Email');

/** As the kinds of notifications: each row has the same boxes. */
function Rows({ names }: { names: readonly string[] }) {
  return (
    <form aria-label="Notifications">
      {names.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} role="group" aria-label={name}>
          <Checkbox label="Email" defaultChecked />
        </div>
      ))}
      <Checkbox label="Other" />
    </form>
  );
}

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
function Page({ form }: { form: ReactNode }) {
  return (
    <>
      {useSession() ? form : <p>Please sign in</p>}
      <Toaster />
    </>
  );
}

/** As a form of a record that was saved. */
function Chosen() {
  const [company, setCompany] = useState('gulu builders');
  return (
    <form aria-label="Edit user">
      <TextField label="Search" />
      <CompanyBox company={company} onChange={setCompany} />
    </form>
  );
}

function CompanyBox({ company, onChange }: { company: string; onChange: (id: string) => void }) {
  return (
    <Combobox
      label="Company"
      value={company}
      valueLabel={companies.find(({ value }) => value === company)?.label ?? ''}
      onChange={onChange}
      options={companies}
      onSearch={() => undefined}
    />
  );
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
      <CompanyBox company={company} onChange={setCompany} />
    </form>
  );
}
