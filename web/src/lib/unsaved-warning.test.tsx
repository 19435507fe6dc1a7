import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { browserHistory } from './history.ts';
import { useOverlayParam } from './overlay-param.ts';
import { Router, useLocation, useNavigate, useRoutes } from './router.tsx';
import { beforeEach, expect, it, vi } from 'vitest';
import { leaving, useLeavingNavigate, useUnsavedWarning, watchHistory } from './unsaved-warning.ts';
import { LeaveQuestion } from '../app/leave-question.tsx';
import { Link } from '../ui/link.tsx';

let ask = vi.spyOn(window, 'confirm');

/** The number of popstate events; registered first, so that no listener can stop it. */
let told = 0;
const hear = () => (told += 1);
beforeEach(() => {
  window.addEventListener('popstate', hear, { capture: true });
  const stop = watchHistory();
  ask = vi.spyOn(window, 'confirm');
  ask.mockReset();
  window.history.pushState(null, '', '/start');
  return () => {
    window.removeEventListener('popstate', hear, { capture: true });
    stop();
  };
});

const where = () => screen.getByTestId('where').textContent;
const click = (name: string) => userEvent.click(screen.getByText(name));
const typed = () => screen.queryAllByLabelText<HTMLInputElement>('Typed')[0]?.value;

it('asks before a link leaves a changed form, and stays when declined', async () => {
  await openForm();
  ask.mockReturnValue(false);
  await click('Users');
  expect([where(), typed()]).toEqual(['/form', 'half a letter']);
  ask.mockReturnValue(true);
  await click('Users');
  expect(where()).toBe('/users');
  expect(ask).toHaveBeenCalledTimes(2);
  expect(ask).toHaveBeenCalledWith('Leave this page? What you typed here is not saved.');
});

it('does not ask on Cancel', async () => {
  await openForm();
  await click('Cancel');
  expect(where()).toBe('/users');
  expect(ask).not.toHaveBeenCalled();
});

it('does not ask for a new tab or a download', async () => {
  await openForm();
  const opened = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('click', opened);
  await click('Help');
  const file = document.createElement('a');
  file.href = '/report.csv';
  file.download = 'report.csv';
  document.body.append(file);
  file.click();
  file.remove();
  window.removeEventListener('click', opened);
  expect(opened).toHaveBeenCalledTimes(2);
  expect(ask).not.toHaveBeenCalled();
});

it('lets the browser ask when the tab is closed', async () => {
  await openForm();
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

it('asks once, however many forms have changes', async () => {
  await openForm(
    <>
      <Form />
      <Form />
    </>,
  );
  ask.mockReturnValue(true);
  await click('Users');
  expect(where()).toBe('/users');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks before a search leaves the page, but not when it stays on it', async () => {
  await openForm();
  ask.mockReturnValue(false);
  await click('Search');
  expect([where(), typed()]).toEqual(['/form', 'half a letter']);
  expect(screen.getByTestId('answer')).toHaveTextContent('false');
  await click('Search here');
  expect([where(), typed()]).toEqual(['/form?search=x', 'half a letter']);
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockReturnValue(true);
  await click('Search');
  expect(where()).toBe('/users?search=x');
  expect(screen.getByTestId('answer')).toHaveTextContent('true');
});

it('the browser does not ask again after the user agreed to leave', async () => {
  await openForm();
  ask.mockReturnValue(true);
  const go = vi.fn();
  leaving(go);
  leaving(go);
  expect(go).toHaveBeenCalledTimes(2);
  expect(ask).toHaveBeenCalledTimes(1);
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

it('undoes a step back each time, and leaves when confirmed', async () => {
  await openForm();
  ask.mockReturnValue(false);
  await step(-1, 'stays');
  await step(-1, 'stays');
  expect([where(), typed()]).toEqual(['/form', 'half a letter']);
  expect(window.location.pathname).toBe('/form');
  expect(ask).toHaveBeenCalledTimes(2);
  ask.mockReturnValue(true);
  await step(-1, 'goes after it stayed');
  expect([where(), window.location.pathname]).toEqual(['/start', '/start']);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('asks in a dialog of the portal where there is one', async () => {
  await openForm(
    <>
      <Form />
      <LeaveQuestion />
    </>,
  );
  const question = () => screen.findByRole('alertdialog', { name: 'Leave this page?' });
  const answer = async (name: string) =>
    userEvent.click(within(await question()).getByRole('button', { name }));
  await click('Users');
  await answer('Stay');
  expect([where(), typed()]).toEqual(['/form', 'half a letter']);
  await step(-1, 'stays');
  await answer('Stay');
  expect([where(), window.location.pathname]).toEqual(['/form', '/form']);
  await click('Users');
  await answer('Leave');
  await waitFor(() => expect(where()).toBe('/users'));
  expect(ask).not.toHaveBeenCalled();
});

it('the router numbers the history entries in history.state.idx', async () => {
  const index = () => (window.history.state as { idx: number }).idx;
  await openForm(<Form changed={false} />);
  const ofForm = index();
  expect(ofForm).toBeTypeOf('number');
  await click('Users');
  expect(index()).toBe(ofForm + 1);
  await step(-1);
  expect(index()).toBe(ofForm);
});

it('does not ask when the form has no changes', async () => {
  await openForm(<Form changed={false} />);
  await click('Users');
  await step(-1);
  expect(where()).toBe('/form');
  expect(ask).not.toHaveBeenCalled();
});

it('undoes a step forward too', async () => {
  function Later() {
    const [changed, setChanged] = useState(false);
    return (
      <>
        <Form changed={changed} />
        <button onClick={() => setChanged(true)}>Change</button>
      </>
    );
  }
  await openForm(<Later />);
  await click('Users');
  await step(-1);
  await click('Change');
  ask.mockReturnValue(false);
  await step(1, 'stays');
  expect([where(), window.location.pathname]).toEqual(['/form', '/form']);
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockReturnValue(true);
  await step(1, 'goes after it stayed');
  expect([where(), window.location.pathname]).toEqual(['/users', '/users']);
});

it('does not ask for dialogs that open and close over the page', async () => {
  await openForm();
  await click('Open over it');
  await step(-1);
  await waitFor(() => expect(where()).toBe('/form'));
  await step(1);
  expect(where()).toBe('/form?over=1');
  expect(ask).not.toHaveBeenCalled();
  // From there the previous page is two steps back.
  ask.mockReturnValue(false);
  await step(-2, 'stays');
  expect([where(), window.location.search]).toEqual(['/form?over=1', '?over=1']);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks before a step back closes the dialog that the form is in', async () => {
  await openForm(<FormInDialog />);
  await click('Open over it');
  await userEvent.type(screen.getByLabelText('Amount'), '5000');
  const amount = () => screen.queryByLabelText<HTMLInputElement>('Amount')?.value;
  ask.mockReturnValue(false);
  await step(-1, 'stays');
  await step(-1, 'stays');
  expect([where(), window.location.search, amount()]).toEqual(['/form?over=1', '?over=1', '5000']);
  expect(ask).toHaveBeenCalledTimes(2);
  ask.mockReturnValue(true);
  await step(-1, 'goes after it stayed');
  expect([where(), amount()]).toEqual(['/form', undefined]);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('does not ask when the dialog closes itself, and asks again in the next one', async () => {
  await openForm(<FormInDialog />);
  for (const asked of [1, 2]) {
    await click('Open over it');
    await userEvent.type(screen.getByLabelText('Amount'), '5000');
    await click('Close it');
    await waitFor(() => expect(where()).toBe('/form'));
    await click('Open over it');
    await userEvent.type(screen.getByLabelText('Amount'), '7000');
    ask.mockReturnValue(false);
    await step(-1, 'stays');
    expect(ask).toHaveBeenCalledTimes(asked);
    await click('Close it');
    await waitFor(() => expect(where()).toBe('/form'));
  }
});

function FormInDialog() {
  const over = useOverlayParam('over');
  const [text, setText] = useState('');
  return (
    <>
      <Form changed={false} />
      {over.value === null ? null : (
        <>
          <Changed isIt={text !== ''} />
          <input aria-label="Amount" value={text} onChange={(e) => setText(e.target.value)} />
          <button onClick={over.close}>Close it</button>
        </>
      )}
    </>
  );
}

function Changed({ isIt }: { isIt: boolean }) {
  useUnsavedWarning(isIt);
  return null;
}

function Form({ changed = true }: { changed?: boolean }) {
  const [text, setText] = useState('');
  useUnsavedWarning(changed);
  return <input aria-label="Typed" value={text} onChange={(e) => setText(e.target.value)} />;
}

function Shell({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = useLeavingNavigate();
  const [answer, setAnswer] = useState('false');
  const find = (to: string) => {
    setAnswer('false');
    leave(to, () => setAnswer('true'));
  };
  return (
    <>
      <output data-testid="where">{pathname + search}</output>
      <output data-testid="answer">{answer}</output>
      <Link to="/form">To the form</Link>
      <Link to="/users">Users</Link>
      <Link to="/users" data-discard="">
        Cancel
      </Link>
      <a href="/help" target="_blank" rel="noreferrer">
        Help
      </a>
      <button onClick={() => navigate('/form?over=1')}>Open over it</button>
      <button onClick={() => find('/users?search=x')}>Search</button>
      <button onClick={() => find('/form?search=x')}>Search here</button>
      {children}
    </>
  );
}

function Pages({ form }: { form: ReactNode }) {
  return useRoutes([{ path: '/form', element: form }]);
}

async function openForm(form: ReactNode = <Form />) {
  render(
    <Router history={browserHistory()}>
      <Shell>
        <Pages form={form} />
      </Shell>
    </Router>,
  );
  await userEvent.click(screen.getByText('To the form'));
  await userEvent.type(screen.getAllByLabelText('Typed')[0] as Element, 'half a letter');
}

const popstates = { goes: 1, stays: 2, 'goes after it stayed': 3 };

/** A history step, awaited until its last popstate event; an undone step fires two. */
async function step(by: number, end: keyof typeof popstates = 'goes'): Promise<void> {
  const before = told;
  await act(async () => {
    window.history.go(by);
    await vi.waitFor(() => expect(told - before).toBe(popstates[end]));
  });
}
