import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { KeptTab } from './kept-tab.tsx';
import { lazyPart } from './lazy-part.tsx';

const user = userEvent.setup({ delay: null });

it('takes its own place when its code fails, leaves the rest alone, and can be tried again', async () => {
  const fetches: { arrive: () => void; fail: () => void }[] = [];
  const Part = lazyPart<{ name: string }>(
    () =>
      new Promise((resolve, reject) => {
        fetches.push({
          arrive: () => resolve({ default: ({ name }) => <p>Here is {name}</p> }),
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

it('a kept tab is made when it is first shown, and keeps what was typed', async () => {
  const tabOf = (isShown: boolean) => (
    <KeptTab isShown={isShown}>
      <input aria-label="Inside" />
    </KeptTab>
  );
  const { rerender } = render(tabOf(false));
  expect(screen.queryByLabelText('Inside')).not.toBeInTheDocument();
  rerender(tabOf(true));
  await user.type(screen.getByLabelText('Inside'), 'half');
  rerender(tabOf(false));
  expect(screen.getByLabelText('Inside')).not.toBeVisible();
  rerender(tabOf(true));
  expect(screen.getByLabelText('Inside')).toHaveValue('half');
});
