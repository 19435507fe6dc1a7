import { networks, type NetworkHealth } from '@sente/contract/networks';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { held, ok, refused, type Answer } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { airtel, mtn as quietMtn } from '../../testing/records.ts';
import { serve } from '../../testing/server.ts';
import { press } from '../../testing/user.ts';
import { NetworksPanel } from './networks-panel.tsx';

const mtn: NetworkHealth = { ...quietMtn, successRate: 98.2, finished: 1234 };

function open(answer: Answer) {
  serve(networks.list, answer);
  renderPart(<NetworksPanel retryLabel="Try again" />);
}

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('li') as HTMLElement);

it('shows a skeleton until the answer arrives', () => {
  serve(networks.list, held().answer);
  renderPart(<NetworksPanel retryLabel="Try again" />);
  expect(screen.getByText('Loading networks')).toBeInTheDocument();
});

it('shows the state and success rate of each network', async () => {
  open(ok([mtn, { ...airtel, status: 'degraded' }]));
  const first = await rowOf('MTN MoMo');
  expect(first.getByText('Up')).toBeInTheDocument();
  expect(first.getByText('1,212 of 1,234')).toBeInTheDocument();
  expect(first.getByText('payments succeeded, 98.2%')).toBeInTheDocument();
  const second = await rowOf('Airtel Money');
  expect(second.getByText('Degraded')).toBeInTheDocument();
  expect(second.getByText('No payments yet')).toBeInTheDocument();
  expect(screen.queryByText('Simulator')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('counts a few without a percentage that would look like an outage', async () => {
  open(
    ok([
      { ...mtn, successRate: 66.7, finished: 3 },
      { ...airtel, successRate: 0, finished: 1 },
    ]),
  );
  expect((await rowOf('MTN MoMo')).getByText('2 of 3')).toBeInTheDocument();
  expect((await rowOf('MTN MoMo')).getByText('payments succeeded')).toBeInTheDocument();
  expect((await rowOf('Airtel Money')).getByText('0 of 1')).toBeInTheDocument();
});

it('says when a network that is down is tried again', async () => {
  open(
    ok([
      {
        ...mtn,
        status: 'down',
        refuses: ['collection', 'payout'],
        retryAt: '2026-01-05T10:00:30.000Z',
      },
    ]),
  );
  const row = await rowOf('MTN MoMo');
  expect(row.getByText('Down')).toBeInTheDocument();
  expect(row.getByText(/New payments are refused; it is tried again at/)).toBeInTheDocument();
});

it('marks the simulator and links to its page', async () => {
  const simulated = { ...mtn, isSimulated: true, simulatorUrl: 'http://localhost:3001' };
  open(ok([simulated]));
  expect((await rowOf('MTN MoMo')).getByText('Simulator')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Open the simulator/ })).toHaveAttribute(
    'href',
    'http://localhost:3001',
  );
});

it('ignores an address that is not http', async () => {
  open(ok([{ ...mtn, isSimulated: true, simulatorUrl: 'javascript:alert(1)' }]));
  await rowOf('MTN MoMo');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('shows staff the float of each network and product, or that it is not known', async () => {
  const readAt = '2026-01-05T10:00:00.000Z';
  serve(networks.list, ok([mtn, airtel]));
  serve(
    networks.floats,
    ok([
      { network: 'MTN', product: 'collection', amount: 1_250_000, readAt },
      { network: 'MTN', product: 'disbursement', amount: null, readAt },
      { network: 'AIRTEL', product: 'wallet', amount: 37_600, readAt },
    ]),
  );
  renderPart(<NetworksPanel retryLabel="Try again" hasFloats />);
  const row = await rowOf('MTN MoMo');
  expect(await row.findByText('Collection float: UGX 1,250,000')).toBeInTheDocument();
  expect(row.getByText('Disbursement float: not known')).toBeInTheDocument();
  expect((await rowOf('Airtel Money')).getByText('Float: UGX 37,600')).toBeInTheDocument();
});

it('says when the float cannot be loaded', async () => {
  serve(networks.list, ok([mtn]));
  serve(networks.floats, refused(500, 'Something went wrong'));
  renderPart(<NetworksPanel retryLabel="Try again" hasFloats />);
  expect(await screen.findByText('The float could not be loaded.')).toBeInTheDocument();
});

it('says for what a network is used, if not for both directions', async () => {
  open(
    ok([
      { ...mtn, directions: ['collection'] },
      { ...airtel, directions: ['payout'] },
    ]),
  );
  expect(await screen.findByText('Collections only')).toBeInTheDocument();
  expect(screen.getByText('Payouts only')).toBeInTheDocument();
});

it('says when no network is connected', async () => {
  open(ok([]));
  expect(
    await screen.findByText('No network is connected, so payments are refused.'),
  ).toBeInTheDocument();
});

it.each([
  ['refused', refused(403, 'You do not have permission to do this'), 'You do not have permission'],
  ['broken', { status: 502, text: '<html>', type: 'text/html' }, /\w/],
  ['of another form', { body: 'up' }, /\w/],
])('explains an answer that is %s and retries', async (_what, answer, text) => {
  open(answer);
  const panel = await screen.findByRole('alert');
  expect(panel).toHaveTextContent('The networks could not be loaded');
  expect(panel).toHaveTextContent(text);
  serve(networks.list, ok([mtn]));
  await press('Try again');
  expect(await screen.findByText('MTN MoMo')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
