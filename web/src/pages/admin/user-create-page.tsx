import type { CreateUserBody } from '@sente/contract/users';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createdText, linkToHandOver, type HandedOver } from '../../features/users/invitation.ts';
import { CreateUserForm } from '../../features/users/user-form.tsx';
import { useCreateUser } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { notify } from '../../ui/toast.tsx';

const HandOverDialog = lateWindow(() => import('../../features/users/hand-over-dialog.tsx'));

export default function UserCreatePage() {
  const navigate = useNavigate();
  const create = useCreateUser();
  const [handedOver, setHandedOver] = useState<(HandedOver & { next: string }) | null>(null);

  async function submit(body: CreateUserBody): Promise<void> {
    const { data, meta } = await create.mutateAsync(body);
    // The specification of the API lists an answer without the new user.
    const id = (data as { id?: string } | null)?.id;
    const next = id ? paths.user(id) : paths.users();
    const link = linkToHandOver(body, meta);
    if (link) {
      setHandedOver({ ...link, next });
      return;
    }
    const name = `${body.firstName} ${body.lastName}`;
    notify.success(createdText(body, meta, `${name} has been created successfully!`));
    await navigate(next);
  }

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Create User"
        subtitle="Starts with the role client_user; other roles come after this step"
        back={{ to: paths.users(), label: 'Back to Users' }}
      />
      <Banner className="mb-4">
        Staff take three steps: choose Head Office as the company here, assign a staff role on the
        page of the new user, and let a second person approve it under Approvals. Roles of companies
        need no second person.
      </Banner>
      <CreateUserForm onSubmit={submit} cancelTo={paths.users()} />
      <HandOverDialog
        open={handedOver !== null}
        handedOver={handedOver}
        onClose={() => void navigate(handedOver?.next ?? paths.users())}
      />
    </div>
  );
}
