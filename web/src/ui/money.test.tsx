import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Money } from './money.tsx';

it('shows the direction with a sign and a colour', () => {
  const { container } = render(<Money amount={45_000} direction="credit" />);
  expect(container).toHaveTextContent('UGX +45,000');
  expect(container.firstElementChild).toHaveClass('text-success-text');
  expect(container.querySelector('s')).toBeNull();
});

it('is struck through and without a colour when it never moved', () => {
  const { container } = render(<Money amount={180_000} direction="debit" isVoid />);
  expect(container).toHaveTextContent('UGX -180,000');
  expect(container.querySelector('s')).toHaveTextContent(/^180,000$/);
  expect(container.firstElementChild).not.toHaveClass('text-danger-text');
});
