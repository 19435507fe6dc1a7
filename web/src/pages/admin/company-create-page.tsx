import type { CompanyBody } from '@sente/contract/companies';
import { useNavigate } from '../../lib/router.tsx';
import { CompanyForm } from '../../features/companies/company-form.tsx';
import { useCreateCompany } from '../../features/companies/company-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { notify } from '../../ui/toast.tsx';

export default function CompanyCreatePage() {
  const navigate = useNavigate();
  const create = useCreateCompany();

  async function submit(body: CompanyBody): Promise<void> {
    await create.mutateAsync(body);
    notify.success(`${body.name} has been created successfully!`);
    navigate(paths.companies());
  }

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Create Company"
        subtitle="Accounts, people and credentials come after this step"
        back={{ to: paths.companies(), label: 'Back to Companies' }}
      />
      <CompanyForm
        onSubmit={submit}
        submitLabel="Create Company"
        failureText="Failed to create company"
        cancelTo={paths.companies()}
      />
    </div>
  );
}
