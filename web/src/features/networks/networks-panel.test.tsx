import type { NetworkHealth } from '@sente/contract/networks';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { NetworksPanel } from './networks-panel.tsx';

const mtn: NetworkHealth = {
  network: 'MTN',
  displayName: 'MTN MoMo',
  status: 'up',
  retryAt: null,
  successRate: 98.2,
  finished: 1234,
  isSimulated: false,
  simulatorUrl: null,
};
const airtel: NetworkHealth = {
  ...mtn,
  network: 'AIRTEL',
  displayName: 'Airtel Money',
  successRate: null,
  finished: 0,
};

let answer: () => Response | Promise<Response>;
const good = (data: unknown) => () => Response.json({ success: true, data });

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
  signInAs(administrator);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NetworksPanel retryLabel="Try again" />
    </QueryClientProvider>,
  );
}

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('li') as HTMLElement);

it('shows a skeleton until the answer is there', () => {
  answer = () => new Promise<Response>(() => {});
  open();
  expect(screen.getByText('Loading networks')).toBeInTheDocument();
});

it('shows the state and the success of each network', async () => {
  answer = good([mtn, { ...airtel, status: 'degraded' }]);
  open();
  const first = await rowOf('MTN MoMo');
  expect(first.getByText('Up')).toBeInTheDocument();
  expect(first.getByText('98.2%')).toBeInTheDocument();
  expect(first.getByText('of 1,234 payments')).toBeInTheDocument();
  const second = await rowOf('Airtel Money');
  expect(second.getByText('Degraded')).toBeInTheDocument();
  expect(second.getByText('No payments yet')).toBeInTheDocument();
  expect(screen.queryByText('Simulator')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('says when a network that is down is tried again', async () => {
  answer = good([{ ...mtn, status: 'down', retryAt: '2026-01-05T10:00:30.000Z' }]);
  open();
  const row = await rowOf('MTN MoMo');
  expect(row.getByText('Down')).toBeInTheDocument();
  expect(row.getByText(/New payments are refused; it is tried again at/)).toBeInTheDocument();
});

it('marks the simulator and leads to its page', async () => {
  const simulated = { ...mtn, isSimulated: true, simulatorUrl: 'http://localhost:3001' };
  answer = good([simulated]);
  open();
  expect((await rowOf('MTN MoMo')).getByText('Simulator')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Open the simulator/ })).toHaveAttribute(
    'href',
    'http://localhost:3001',
  );
});

it('follows no address that is not one of the web', async () => {
  answer = good([{ ...mtn, isSimulated: true, simulatorUrl: 'javascript:alert(1)' }]);
  open();
  await rowOf('MTN MoMo');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('says so when no network is connected', async () => {
  answer = good([]);
  open();
  expect(
    await screen.findByText('No network is connected, so payments are refused.'),
  ).toBeInTheDocument();
});

it.each([
  [
    'refused',
    () =>
      Response.json(
        { success: false, message: 'You do not have permission to do this' },
        { status: 403 },
      ),
    'You do not have permission to do this',
  ],
  ['broken', () => new Response('<html>', { status: 502 }), /\w/],
  ['of another form', () => Response.json('up'), /\w/],
])(
  'tells why an answer that is %s shows nothing, and tries again',
  async (_what, reply, text) => {
    answer = reply;
    open();
    const panel = await screen.findByRole('alert', undefined, { timeout: 10_000 });
    expect(panel).toHaveTextContent('The networks could not be loaded');
    expect(panel).toHaveTextContent(text);
    answer = good([mtn]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('MTN MoMo')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
  20_000,
);
