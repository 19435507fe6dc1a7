import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NotBuiltPanel } from './not-built-panel.tsx';

it('says its title once, as the heading of the page', () => {
  render(<NotBuiltPanel title="Reports" />);
  expect(screen.getAllByText('Reports')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Reports', level: 1 })).not.toHaveClass('sr-only');
});
