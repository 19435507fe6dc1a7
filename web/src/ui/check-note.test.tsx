import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CheckNote } from './check-note.tsx';

it.each([
  [true, 'Airtel says that it was paid. Do not ask again'],
  [false, 'Airtel says that it was paid. Do not send again'],
])('warns of a failed one that the network calls paid: collection %j', (isCollection, text) => {
  const check = { kind: 'late_success', state: 'open' } as const;
  render(
    <CheckNote row={{ status: 'Failed', network: 'AIRTEL', check }} isCollection={isCollection} />,
  );
  expect(screen.getByText(text)).toBeVisible();
});
