import { auth } from '@sente/contract/auth';
import { site, type DemoReply } from '@sente/contract/site';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getSession, readDeviceToken } from '../../session/session-store.ts';
import { ok, refused, silent, type Answer } from '../../testing/answers.ts';
import { address, renderApp, renderPart } from '../../testing/page.tsx';
import { administrator, loginReplyOf, owner, signInAs } from '../../testing/people.ts';
import { calls, serveEverything } from '../../testing/server.ts';
import { press } from '../../testing/user.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReadOnlyReason } from '../../ui/read-only.tsx';

/** What the portal shows is proven elsewhere. */
function answerDemo(answer: Answer): void {
  serveEverything(({ endpoint }) => {
    if (endpoint === auth.logout) return ok(null);
    return endpoint === site.openDemo ? answer : silent;
  });
}

function visitorReply(): DemoReply {
  const { deviceToken: _, ...reply } = loginReplyOf(owner);
  return { ...reply, user: { ...reply.user, isVisitor: true } };
}

it('opens the portal as a visitor, which every page says, and leaves it again', async () => {
  answerDemo(ok(visitorReply()));
  renderApp('/demo');
  await press('As the owner of a company');
  await waitFor(() => expect(address()).toBe('/client'));
  expect(calls(site.openDemo)[0]?.body).toEqual({ as: 'owner' });
  expect(await screen.findByText('This is the open demo')).toBeVisible();
  expect(readDeviceToken()).toBeUndefined();
  await press('Leave the demo');
  await waitFor(() => expect(getSession()).toBeNull());
  expect(screen.queryByText('This is the open demo')).not.toBeInTheDocument();
});

it('opens the demo wallet, which comes first for who asked for it', async () => {
  answerDemo(ok(visitorReply()));
  renderApp('/demo?for=wallet');
  const [first] = await screen.findAllByRole('button', { name: /^As / });
  expect(first).toHaveAccessibleName('As the holder of a wallet');
  expect(first).toHaveAccessibleDescription(/spending of one person/);
  await press('As the holder of a wallet');
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(calls(site.openDemo)[0]?.body).toEqual({ as: 'owner' });
  // Its holder, and nobody else.
  expect(await screen.findByText(/^Sample data, as Amina Nansubuga sees it\./)).toBeVisible();
  expect(await screen.findByText('Amina Nansubuga')).toBeVisible();
  expect(document.body).not.toHaveTextContent(visitorReply().user.name);
});

it.each([
  ['a portal', 'As the owner of a company', '/client'],
  ['the wallet', 'As the holder of a wallet', '/dashboard'],
])('lets a visitor switch the role in %s', async (_what, first, page) => {
  answerDemo(ok(visitorReply()));
  renderApp('/demo');
  await press(first);
  await waitFor(() => expect(address()).toBe(page));
  await press('Switch role');
  await waitFor(() => expect(address()).toBe('/demo'));
  expect(getSession()).toBeNull();
  await press('As an operator of Sente');
  await waitFor(() => expect(getSession()).not.toBeNull());
  expect(calls(site.openDemo).map(({ body }) => body)).toEqual([
    { as: 'owner' },
    { as: 'operator' },
  ]);
});

it('says why the demo cannot be opened, and lets one try again', async () => {
  answerDemo(refused(404, 'There is no open demo here'));
  renderApp('/demo');
  await press('As an operator of Sente');
  expect(await screen.findByText('There is no open demo here')).toBeVisible();
  expect(screen.getByRole('button', { name: 'As an operator of Sente' })).toBeEnabled();
  expect(getSession()).toBeNull();
});

const text = 'Nothing can be changed in the open demo.';

it.each([
  ['a form', '/roles/create', administrator, 'Create Role'],
  ['a dialog', '/client/internet-products?action=add-product', owner, 'Add Product'],
  ['a card of the settings', '/client/settings?tab=security', owner, 'Change Password'],
])('says at %s that nothing can be changed', async (_what, at, person, label) => {
  signInAs({ ...person, isVisitor: true });
  serveEverything(silent);
  renderApp(at);
  expect(await screen.findByText(text)).toBeVisible();
  const submit = screen.getAllByRole('button', { name: label }).at(-1);
  expect(submit).toBeDisabled();
});

it('does not call it a failure that visitors do not see everything', async () => {
  signInAs({ ...owner, isVisitor: true });
  serveEverything(refused(403, 'This is the open demo', { code: 'demo_only' }));
  renderApp('/client/settings?tab=security');
  const cards = await screen.findAllByText('Not shown in the open demo.');
  expect(cards.length).toBeGreaterThan(0);
  expect(screen.queryByText('Failed to load sessions')).not.toBeInTheDocument();
});

it('says at a question that nothing can be changed', async () => {
  renderPart(
    <ReadOnlyReason value={text}>
      <ConfirmDialog
        open
        onClose={() => {}}
        onConfirm={() => {}}
        title="Delete it?"
        description="It is gone then."
        confirmLabel="Delete"
      />
    </ReadOnlyReason>,
  );
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(text)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeDisabled();
});
