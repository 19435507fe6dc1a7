import { roles } from '@sente/contract/roles';
import { users } from '@sente/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { aRole, aUser } from '../../testing/records.ts';
import { serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const auditor = aRole({ name: 'Auditor' });
const grace = aUser({ isPending: true, invitationState: 'open' });

async function choose() {
  serve(users.get, ok(grace));
  serve(roles.list, ok([auditor]));
  await renderPage(`/users/${grace.id}`);
  await press('Assign Role');
  const dialog = screen.getByRole('dialog');
  await user.click(await screen.findByRole('radio', { name: /Auditor/ }));
  return dialog;
}

it('shows the new link of an invited person where no mail is sent: the former one has ended', async () => {
  const dialog = await choose();
  const link = 'https://portal.example.test/set-password#new';
  const invitation = { link, expiresAt: '2026-05-12T09:00:00.000Z' };
  serve(users.assignRole, ok({ ...grace, roles: [auditor] }, { approvalId: null, invitation }));
  await press('Assign Role', dialog);
  await expectToast('Role assigned successfully');
  const shown = await screen.findByRole('dialog', { name: /^Give this link to Grace/ });
  expect(shown).toHaveTextContent(link);
  await press('Done', shown);
  await waitFor(() => expect(shown).not.toBeInTheDocument());
});

it('says why no invitation can be mailed today, though the dialog has no field for an email', async () => {
  const dialog = await choose();
  const message = 'grace@example.test got many mails about invitations and changes today.';
  serve(users.assignRole, refused(429, message, { fields: { email: message } }));
  await press('Assign Role', dialog);
  await waitFor(() => expect(dialog).toHaveTextContent(message));
});

it('says before the form which steps make somebody staff, and which role needs a second person', async () => {
  await renderPage('/users/create');
  const text = await screen.findByText(/^Staff take three steps: choose Head Office/);
  expect(text).toHaveTextContent(/let a second person approve it under Approvals/);
});

it('says when the invitation was sent and when it ends', async () => {
  const invitationSentAt = '2026-05-09T09:00:00.000Z';
  serve(roles.list, ok([]));
  serve(
    users.get,
    ok({ ...grace, invitationSentAt, invitationExpiresAt: '2026-05-12T09:00:00.000Z' }),
  );
  await renderPage(`/users/${grace.id}`);
  expect(await screen.findByText('Invitation Sent')).toBeVisible();
  expect(screen.getByText('May 12, 2026 at 12:00 PM')).toBeVisible();
});
