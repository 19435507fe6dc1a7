import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Broken(): never {
  throw new Error('x is undefined');
}

it('offers a reload in place of a page that failed, and logs why', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown');
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
  expect(log).toHaveBeenCalledWith('This page failed', expect.any(Error));
  log.mockRestore();
});
