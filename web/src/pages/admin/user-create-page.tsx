import type { CreateUserBody } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../../lib/router.tsx';
import { errorText } from '../../api/error-text.ts';
import { roleQueries } from '../../features/roles/role-queries.ts';
import { createdText, linkToHandOver, type HandedOver } from '../../features/users/invitation.ts';
import { CreateUserForm } from '../../features/users/user-form.tsx';
import { useCreateUser, useGiveRole } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { notify } from '../../ui/toast.tsx';

const HandOverDialog = lateWindow(() => import('../../features/users/hand-over-dialog.tsx'));

export default function UserCreatePage() {
  const navigate = useNavigate();
  const create = useCreateUser();
  const assign = useGiveRole();
  const { data: roles = [] } = useQuery(roleQueries.list());
  const [handedOver, setHandedOver] = useState<(HandedOver & { next: string }) | null>(null);

  async function submit(body: CreateUserBody, roleId: string | null): Promise<void> {
    const { data, meta } = await create.mutateAsync(body);
    // The specification of the API lists an answer without the new user.
    const id = (data as { id?: string } | null)?.id;
    const next = id ? paths.user(id) : paths.users();
    const given = id && roleId ? await give(id, roleId, body) : null;
    const link = given ?? linkToHandOver(body, meta);
    if (link) {
      setHandedOver({ ...link, next });
      return;
    }
    const name = `${body.firstName} ${body.lastName}`;
    notify.success(createdText(body, meta, `${name} has been created successfully!`));
    navigate(next);
  }

  /** The user exists by now: what fails here is done again on their page. A new role may end the first link. */
  async function give(userId: string, roleId: string, body: CreateUserBody) {
    try {
      const { meta } = await assign.mutateAsync({ userId, roleId });
      if (meta?.approvalId) {
        notify.waiting('The staff role waits for a second person', paths.approval(meta.approvalId));
      }
      return linkToHandOver(body, meta);
    } catch (cause) {
      notify.error(errorText(cause, 'Failed to assign role'));
      return null;
    }
  }

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Create User"
        subtitle="For a colleague, choose Head Office as the company: staff roles show then"
        back={{ to: paths.users(), label: 'Back to Users' }}
      />
      <CreateUserForm onSubmit={submit} cancelTo={paths.users()} roles={roles} />
      <HandOverDialog
        open={handedOver !== null}
        handedOver={handedOver}
        onClose={() => navigate(handedOver?.next ?? paths.users())}
      />
    </div>
  );
}
