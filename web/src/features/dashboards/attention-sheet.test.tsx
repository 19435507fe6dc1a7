import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '../../lib/router.tsx';
import { expect, it } from 'vitest';
import { GaveUpList } from './attention-sheet.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const item = { companyId, company: 'Gulu Builders', count: 3, since: '2026-01-05T10:00:00.000Z' };

it('links to deliveries that were given up and marks new ones', () => {
  const other = { ...item, companyId: 'other', company: 'Arua Traders', count: 1 };
  render(
    <MemoryRouter>
      <GaveUpList
        items={[item, { ...other, since: '2026-01-01T00:00:00.000Z' }]}
        seenUntil="2026-01-02T00:00:00.000Z"
      />
    </MemoryRouter>,
  );
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent(
    /Webhook gave upNew.*Gulu Builders · 3 events were not delivered/,
  );
  expect(second).toHaveTextContent(/Arua Traders · 1 event was not delivered/);
  expect(second).not.toHaveTextContent('New');
  expect(screen.getAllByRole('link', { name: 'Webhook gave up' })[0]).toHaveAttribute(
    'href',
    `/companies/${companyId}/api-credentials?deliveries=gave_up`,
  );
});
