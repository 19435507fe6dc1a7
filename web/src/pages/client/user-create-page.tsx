import { useState } from 'react';
import { useNavigate } from '../../lib/router.tsx';
import { createdText, linkToHandOver, type HandedOver } from '../../features/users/invitation.ts';
import { CreateCompanyUserForm } from '../../features/users/company-user-form.tsx';
import type { NewCompanyUserValues } from '../../features/users/company-user-values.ts';
import { useCreateUser } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { notify } from '../../ui/toast.tsx';

const HandOverDialog = lateWindow(() => import('../../features/users/hand-over-dialog.tsx'));

const heading = { title: 'Create User', subtitle: 'Someone who signs in for your company' };

export default function UserCreatePage() {
  const companyId = useCompanyId();
  if (companyId) return <InCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to create user" />;
}

function InCompany({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const create = useCreateUser();
  const [handedOver, setHandedOver] = useState<HandedOver | null>(null);

  async function submit(values: NewCompanyUserValues): Promise<void> {
    const { confirmPassword: _, ...person } = values;
    const { meta } = await create.mutateAsync({ ...person, companyId });
    const link = linkToHandOver(person, meta);
    if (link) {
      setHandedOver(link);
      return;
    }
    notify.success(createdText(person, meta, 'User created successfully'));
    navigate(paths.client.users());
  }

  return (
    <div className="max-w-3xl">
      <PageHeader {...heading} back={{ to: paths.client.users(), label: 'Back to Users' }} />
      <CreateCompanyUserForm onSubmit={submit} cancelTo={paths.client.users()} />
      <HandOverDialog
        open={handedOver !== null}
        handedOver={handedOver}
        onClose={() => navigate(paths.client.users())}
      />
    </div>
  );
}
