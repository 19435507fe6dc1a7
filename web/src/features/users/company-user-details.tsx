import type { User } from '@sente/contract/users';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Mail } from './mail.tsx';

/** What somebody does not have is left out. */
export function CompanyUserDetails({ user }: { user: User }) {
  const { email, username, phoneNumber, createdAt, lastLoginDate, companyId } = user;
  const items = [
    email && { label: 'Email', value: <Mail address={email} /> },
    username && { label: 'Username', value: username },
    phoneNumber && { label: 'Phone', value: <span className="tabular">{phoneNumber}</span> },
    createdAt && { label: 'Created', value: <DateText value={createdAt} format="dateTime" /> },
    lastLoginDate && {
      label: 'Last Login',
      value: <DateText value={lastLoginDate} format="dateTime" />,
    },
    companyId && { label: 'Company ID', value: <Copyable value={companyId} label="Company ID" /> },
  ];
  return (
    <Card title="User Information">
      <DetailList
        columns={3}
        items={items.filter((item) => typeof item === 'object' && item !== null)}
      />
    </Card>
  );
}
