import { approvals } from '@sente/contract/approvals';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPart } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';
import OwnPayoutPanel from './own-payout-panel.tsx';

const open = () =>
  renderPart(<OwnPayoutPanel paymentId={anApproval().id} />, { as: owner, at: '/client' });

it('says whom a payout waits for, and who asked can withdraw it', async () => {
  const own = anApproval({ isOwn: true, step: 'colleague', canApprove: false, canReject: false });
  serve(approvals.get, ok({ ...own, canWithdraw: true }));
  serve(approvals.withdraw, ok({ ...own, state: 'withdrawn' as const }));
  open();
  expect(await screen.findByText('Waits for a colleague')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Payout' })).toHaveAttribute(
    'href',
    `/client/approvals/${own.id}`,
  );
  await press('Withdraw');
  await press('Withdraw', await screen.findByRole('alertdialog'));
  await expectToast('Request withdrawn');
  expect(calls(approvals.withdraw)).toHaveLength(1);
});

it('lets people of the company cancel what its systems ordered, with a reason', async () => {
  const ordered = anApproval({ step: 'colleague', canApprove: false, canReject: false });
  serve(approvals.get, ok({ ...ordered, canCancel: true }));
  serve(approvals.cancel, ok({ ...ordered, state: 'withdrawn' as const }));
  open();
  await screen.findByText('Waits for a colleague');
  await press('Cancel payout');
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this payout?' });
  await press('Cancel payout', dialog);
  expect(calls(approvals.cancel)).toEqual([]);
  await user.type(within(dialog).getByLabelText('Reason'), 'Ordered twice');
  await press('Cancel payout', dialog);
  await expectToast('Payout cancelled');
  expect(calls(approvals.cancel)[0]?.body).toEqual({ reason: 'Ordered twice' });
});

it('is empty for a payout that went at once', async () => {
  serve(approvals.get, refused(404, 'Approval not found', { code: 'not_found' }));
  const { container } = open();
  await expect.poll(() => calls(approvals.get)).toHaveLength(1);
  expect(container).not.toHaveTextContent('Approvals');
});
