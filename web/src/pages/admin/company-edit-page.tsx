import type { CompanyBody, CompanyDetails } from '@sente/contract/companies';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { CompanyForm } from '../../features/companies/company-form.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries, useUpdateCompany } from '../../features/companies/company-queries.ts';
import { paths } from '../../lib/paths.ts';
import { EditPage } from '../../ui/edit-page.tsx';
import { late } from '../../ui/late.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

const LogoPanel = late(() => import('../../features/companies/company-logo-panel.tsx'), {
  waiting: null,
});

export default function CompanyEditPage() {
  const { id = '' } = useParams();
  return (
    <EditPage
      query={useQuery(companyQueries.toEdit(id))}
      title="Edit Company"
      titleOf={({ name }) => `Edit ${name}`}
      toRecord={{ to: paths.company(id), label: 'Back to Company' }}
      toList={{ to: paths.companies(), label: 'Back to Companies' }}
      skeleton={<FormSkeleton count={6} label="Loading company" />}
      notLoaded={(failure) => <CompanyNotLoaded {...failure} className="mb-4" />}
      form={(company) => <EditForm key={company.id} company={company} />}
    />
  );
}

function EditForm({ company }: { company: CompanyDetails }) {
  const navigate = useNavigate();
  const update = useUpdateCompany(company.id);

  async function submit(body: CompanyBody): Promise<void> {
    // The edited version: the server refuses it if the record has changed since.
    await update.mutateAsync({ ...body, updatedAt: company.updatedAt });
    notify.success(`${body.name} has been updated successfully!`);
    navigate(paths.company(company.id));
  }

  return (
    <>
      <CompanyForm
        company={company}
        onSubmit={submit}
        failureText="Failed to update company"
        cancelTo={paths.company(company.id)}
      />
      <LogoPanel company={company} isCard />
    </>
  );
}
