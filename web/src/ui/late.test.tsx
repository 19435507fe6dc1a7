import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState, type ComponentProps } from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { late, lateWindow } from './late.tsx';
import { Toaster } from './toast.tsx';

const user = userEvent.setup({ delay: null });

const Named = ({ name }: { name: string }) => <p>Here is {name}</p>;

describe('a late part', () => {
  it('waits for its code, and shows preloaded code at once', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Named }));
    const Part = late(load);
    const { unmount } = render(<Part name="security" />);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(await screen.findByText('Here is security')).toBeVisible();
    unmount();
    render(<Part name="profile" />);
    expect(screen.getByText('Here is profile')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is shown at once after a preload, also after one that failed', async () => {
    const load = vi
      .fn<() => Promise<{ default: typeof Named }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ default: Named });
    const Part = late(load);
    await Part.preload();
    await Promise.all([Part.preload(), Part.preload()]);
    render(<Part name="security" />);
    expect(screen.getByText('Here is security')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('shows a load error in its place, leaves the rest alone, and can be retried', async () => {
    const fetches: { arrive: () => void; fail: () => void }[] = [];
    const Part = late<{ name: string }>(
      () =>
        new Promise((resolve, reject) => {
          fetches.push({
            arrive: () => resolve({ default: Named }),
            fail: () => reject(new Error('gone')),
          });
        }),
    );
    render(
      <>
        <input aria-label="Beside it" />
        <Part name="security" />
      </>,
    );
    await user.type(screen.getByLabelText('Beside it'), 'typed');
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await act(async () => fetches[0]!.fail());
    expect(screen.getByRole('alert')).toHaveTextContent('This could not be loaded');
    expect(screen.getByLabelText('Beside it')).toHaveValue('typed');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await act(async () => fetches[1]!.arrive());
    expect(screen.getByText('Here is security')).toBeVisible();
  });
});

type Opened = Pick<ComponentProps<typeof Dialog>, 'open' | 'onClose'>;

function Whole(opened: Opened) {
  return (
    <Dialog {...opened} title="Statement">
      All of it
    </Dialog>
  );
}

/** A page with a dialog whose code arrives, or fails, when the test says so. */
function openLate() {
  const fetches: { arrive: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const Late = lateWindow<Opened>(
    () =>
      new Promise((resolve, reject) => {
        fetches.push({
          arrive: () => act(async () => resolve({ default: Whole })),
          fail: () => act(async () => reject(new Error('gone'))),
        });
      }),
  );
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onPointerEnter={Late.preload} onClick={() => setOpen(true)}>
          Open
        </button>
        <p>{open ? 'opened' : 'closed'}</p>
        <Late open={open} onClose={() => setOpen(false)} />
        <Toaster />
      </>
    );
  }
  render(<Page />);
  return { fetches, button: screen.getByRole('button', { name: 'Open' }) };
}

describe('a late window', () => {
  afterEach(() => act(() => toast.remove()));

  it('loads its code when it is opened, once, and shows it as soon as it arrives', async () => {
    const { fetches, button } = openLate();
    expect(fetches).toHaveLength(0);
    await user.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await fetches[0]!.arrive();
    expect(screen.getByRole('dialog', { name: 'Statement' })).toHaveTextContent('All of it');
    await user.keyboard('{Escape}');
    await user.click(button);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(fetches).toHaveLength(1);
  });

  it('opens at once when its code was preloaded', async () => {
    const { fetches, button } = openLate();
    await user.hover(button);
    await fetches[0]!.arrive();
    await user.click(button);
    expect(screen.getByRole('dialog', { name: 'Statement' })).toBeVisible();
  });

  it('says when its code cannot be loaded, and the next press retries', async () => {
    const { fetches, button } = openLate();
    await user.click(button);
    const [first] = fetches;
    await first!.fail();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This could not be loaded. Check your connection, or reload the page.',
    );
    expect(screen.getByText('closed')).toBeVisible();
    await user.click(button);
    await fetches.at(-1)!.arrive();
    expect(screen.getByRole('dialog', { name: 'Statement' })).toBeVisible();
  });

  it('responds to the press at once, holds the focus, and returns it when the code arrives', async () => {
    const { fetches, button } = openLate();
    await user.click(button);
    const note = screen.getByRole('status');
    expect(note).toHaveTextContent('Loading');
    expect(note).toHaveFocus();
    await fetches[0]!.arrive();
    expect(note).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();
  });

  it('is cancelled by Escape, and does not open when its code arrives', async () => {
    const { fetches, button } = openLate();
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await fetches[0]!.arrive();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('closed')).toBeVisible();
  });

  it('does not report a failed preload', async () => {
    const { fetches, button } = openLate();
    await user.hover(button);
    await fetches[0]!.fail();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('opens when its code arrives between the press and the request', () => {
    // Quicker than any promise: there before the effects of the same rendering.
    const atOnce = {
      // oxlint-disable-next-line unicorn/no-thenable
      then(arrive: (module: { default: typeof Whole }) => void) {
        arrive({ default: Whole });
        return Promise.resolve();
      },
    };
    const Late = lateWindow<Opened>(() => atOnce as never);
    function Hurried() {
      useLayoutEffect(() => void Late.preload(), []);
      return null;
    }
    render(
      <>
        <Hurried />
        <Late open onClose={() => {}} />
      </>,
    );
    expect(screen.getByRole('dialog', { name: 'Statement' })).toBeVisible();
  });
});
