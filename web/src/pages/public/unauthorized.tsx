import { LockKeyhole } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

export default function UnauthorizedPage() {
  return (
    <section className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center px-6 py-24 text-center">
      <span
        aria-hidden="true"
        className="mb-4 grid size-12 place-items-center rounded-xl border bg-surface text-muted"
      >
        <LockKeyhole className="size-6" />
      </span>
      <h1 className="text-2xl leading-8">Access Denied</h1>
      <p className="mt-2 text-muted">You don&apos;t have permission to access this resource.</p>
      <ButtonLink variant="primary" to={paths.landing()} className="mt-6">
        Go Home
      </ButtonLink>
    </section>
  );
}
