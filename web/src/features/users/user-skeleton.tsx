import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';

/** The cards of UserDetails before the user is there. */
export function UserSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <DetailSkeleton title="Contact" labels={['Email', 'Phone']} label="Loading user" />
        <DetailSkeleton
          title="Account"
          labels={['Company', 'Username', 'Status', 'Created', 'Last Login', 'User ID']}
        />
      </div>
      <DetailSkeleton title="Roles" labels={['']} columns={1} />
    </div>
  );
}
