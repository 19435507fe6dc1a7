import {
  Bell,
  Building2,
  Download,
  Eye,
  KeyRound,
  LogOut,
  Menu as MenuIcon,
  MoreHorizontal,
  Pencil,
  Plus,
  RefreshCw,
  Settings,
  Trash2,
  User,
  Users,
  Wallet,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { downloadCsv } from '../lib/download-csv.ts';
import { useUrlState } from '../lib/url-state.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DateText, RelativeTime } from '../ui/date-display.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PasswordField, TextAreaField, TextField } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconLink } from '../ui/icon-link.tsx';
import { LogoImage } from '../ui/logo-image.tsx';
import { Menu } from '../ui/menu.tsx';
import { Money } from '../ui/money.tsx';
import { NotBuiltPanel } from '../ui/not-built-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Select, SelectField } from '../ui/select.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { StatCard } from '../ui/stat-card.tsx';
import { Switch } from '../ui/switch.tsx';
import { DataTable, type Column } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { notify, Toaster } from '../ui/toast.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

/** Every component in its states, for looking at. Development only. */
export default function KitPage() {
  return (
    <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8">
      <PageHeader
        breadcrumb={<Breadcrumb items={[{ label: 'Sente', to: '/' }, { label: 'Kit' }]} />}
        title="Component kit"
        subtitle="Every component in its states."
        actions={<ThemeToggle />}
      />
      <div className="flex flex-col gap-10">
        <Buttons />
        <Stats />
        <Companies />
        <TableStates />
        <Pagers />
        <Forms />
        <Overlays />
        <Messages />
        <Texts />
        <Panels />
        <Palette />
      </div>
      <Toaster />
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-xs tracking-wide text-muted uppercase">{title}</h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

function Buttons() {
  return (
    <Section title="Buttons">
      <Line>
        <Button variant="primary" icon={<Plus />}>
          Create Company
        </Button>
        <Button icon={<RefreshCw />}>Refresh</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger" icon={<Trash2 />}>
          Delete Company
        </Button>
        <ButtonLink to="#companies" icon={<Users />}>
          View Accounts
        </ButtonLink>
      </Line>
      <Line>
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button size="sm">Small</Button>
        <Button variant="primary" size="lg">
          Large
        </Button>
        <Button size="lg">Large</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
      </Line>
      <Line>
        <Button variant="primary" busy>
          Save Company
        </Button>
        <Button variant="primary" busy busyLabel="Saving...">
          Save Company
        </Button>
        <Button busy busyLabel="Loading..." icon={<RefreshCw />}>
          Refresh
        </Button>
        <Button variant="primary" busyLabel="Signing In..." onClick={() => wait(1500)}>
          Sign In
        </Button>
        <Button variant="danger" busy busyLabel="Deleting...">
          Delete
        </Button>
      </Line>
      <Line>
        <IconButton label="View company" icon={<Eye />} />
        <IconButton label="Edit company" icon={<Pencil />} size="sm" />
        <IconButton label="Delete company" icon={<Trash2 />} tone="danger" size="sm" />
        <IconButton label="Notifications" icon={<Bell />} variant="secondary" />
        <IconButton label="Refreshing" icon={<RefreshCw />} busy />
        <IconLink to="#companies" label="API Credentials" icon={<KeyRound />} size="sm" />
        <Tooltip text="A longer explanation that the user asked for">
          <Button variant="ghost">With a tooltip</Button>
        </Tooltip>
      </Line>
    </Section>
  );
}

function Stats() {
  return (
    <Section title="Stat cards">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard
          label="Total Balance"
          value={<Money amount={1_284_560_300} />}
          change="+4.2%"
          trend="up"
          note="from last month"
          icon={<Wallet />}
        />
        <StatCard
          label="Total Debits"
          value={<Money amount={98_400_250.5} />}
          change="-1.0%"
          trend="down"
        />
        <StatCard label="Users" value="24" note="on this page" icon={<Users />} />
        <StatCard label="Total Companies" value="" loading />
      </div>
    </Section>
  );
}

interface Company {
  id: string;
  name: string;
  email: string;
  phone: string;
  balance: number;
  status: 'Active' | 'Inactive' | 'Pending';
  createdAt: string;
  logoUrl: string | null;
}

const companies: Company[] = [
  [
    'Nile Basin Traders Ltd',
    'accounts@nilebasin.example',
    '+256 772 410 220',
    48_250_000,
    'Active',
  ],
  [
    'Kampala Fresh Produce',
    'office@kampalafresh.example',
    '+256 701 330 118',
    1_204_500.5,
    'Active',
  ],
  ['Rwenzori Coffee Growers', 'finance@rwenzori.example', '+256 752 900 451', 0, 'Pending'],
  [
    'Lake Victoria Fisheries and Cold Storage Cooperative Society',
    'pay@lvfc.example',
    '+256 782 115 009',
    912_000_000,
    'Active',
  ],
  ['Gulu Builders', 'info@gulubuilders.example', '+256 776 204 777', 75_000, 'Inactive'],
].map(([name, email, phone, balance, status], index) => ({
  id: `c-${index + 1}`,
  name: String(name),
  email: String(email),
  phone: String(phone),
  balance: Number(balance),
  status: status as Company['status'],
  createdAt: `2024-0${index + 1}-05T09:07:00Z`,
  logoUrl: null,
}));

const statusTones = { Active: 'success', Inactive: 'neutral', Pending: 'warning' } as const;

const columns: Column<Company>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    cell: (company) => (
      <span className="flex items-center gap-3">
        <LogoImage src={company.logoUrl} />
        {company.name}
      </span>
    ),
  },
  { key: 'email', header: 'Email', sortable: true, cell: (company) => company.email },
  {
    key: 'phone',
    header: 'Phone',
    cell: (company) => <span className="tabular whitespace-nowrap">{company.phone}</span>,
    hideOnPhone: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (company) => <Badge tone={statusTones[company.status]}>{company.status}</Badge>,
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    sortable: true,
    cell: (company) => <Money amount={company.balance} />,
  },
  {
    key: 'createdAt',
    header: 'Created Date',
    sortable: true,
    cell: (company) => <DateText value={company.createdAt} />,
  },
];

const listSpec = {
  filters: { status: ['all', 'Active', 'Inactive', 'Pending'] },
  sort: {
    keys: ['name', 'email', 'balance', 'createdAt'],
    fallback: { key: 'name', direction: 'asc' },
  },
} as const;

function Companies() {
  const list = useUrlState(listSpec);
  const [deleting, setDeleting] = useState<Company>();
  const shown = companies
    .filter((company) => company.name.toLowerCase().includes(list.search.toLowerCase()))
    .filter((company) => list.filters.status === 'all' || company.status === list.filters.status)
    .toSorted((one, other) => {
      const order = String(one[list.sort.key]).localeCompare(String(other[list.sort.key]), 'en', {
        numeric: true,
      });
      return list.sort.direction === 'asc' ? order : -order;
    });

  return (
    <Section title="List: search, filter, sort and page in the address">
      <div id="companies" className="flex flex-wrap gap-2">
        <SearchInput
          label="Search companies..."
          value={list.search}
          onChange={list.setSearch}
          className="w-full sm:w-72"
        />
        <Select
          aria-label="Status"
          value={list.filters.status}
          onChange={(event) =>
            list.setFilter('status', event.target.value as typeof list.filters.status)
          }
          options={[
            { value: 'all', label: 'All Status' },
            { value: 'Active', label: 'Active' },
            { value: 'Inactive', label: 'Inactive' },
            { value: 'Pending', label: 'Pending' },
          ]}
        />
        {list.isFiltered ? (
          <Button variant="ghost" onClick={list.clearFilters}>
            Clear Filters
          </Button>
        ) : null}
        <Button
          icon={<Download />}
          className="sm:ml-auto"
          onClick={() =>
            downloadCsv(
              'companies.csv',
              ['Name', 'Email', 'Balance'],
              shown.map((company) => [company.name, company.email, company.balance]),
            )
          }
        >
          Export
        </Button>
      </div>
      <DataTable
        caption="Companies"
        columns={columns}
        rows={shown}
        rowKey={(company) => company.id}
        rowHref={(company) => `/kit.html?company=${company.id}`}
        sort={list.sort}
        onSort={list.setSort}
        rowActions={(company) => (
          <>
            <IconLink to="#companies" label={`Edit ${company.name}`} icon={<Pencil />} size="sm" />
            <Menu
              trigger={
                <IconButton
                  label={`More for ${company.name}`}
                  icon={<MoreHorizontal />}
                  size="sm"
                />
              }
              items={[
                { label: 'API Credentials', icon: <KeyRound />, to: '#companies' },
                { label: 'View', icon: <Eye />, onSelect: () => notify.blank('View') },
                'separator',
                {
                  label: 'Delete',
                  icon: <Trash2 />,
                  tone: 'danger',
                  onSelect: () => setDeleting(company),
                },
              ]}
            />
          </>
        )}
        empty={<EmptyState title="No companies found matching your search." />}
        footer={
          <Pager
            page={list.page}
            pageCount={12}
            from={1}
            to={5}
            total={118}
            onPage={list.setPage}
          />
        }
      />
      <DeleteCompany company={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  );
}

interface DeleteCompanyProps {
  company: Company | undefined;
  onClose: () => void;
}

function DeleteCompany({ company, onClose }: DeleteCompanyProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <ConfirmDialog
      open={company !== undefined}
      onClose={() => {
        setError(undefined);
        onClose();
      }}
      title={`Delete ${company?.name ?? ''}?`}
      description="Its profile and credentials are removed. This action cannot be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={busy}
      error={error}
      onConfirm={async () => {
        setError(undefined);
        setBusy(true);
        await wait(1200);
        setBusy(false);
        setError('The company still has accounts with a balance.');
      }}
    />
  );
}

function TableStates() {
  const shared = { columns, rows: [], rowKey: (company: Company) => company.id };
  return (
    <Section title="Table states">
      <DataTable {...shared} caption="Loading companies" loading skeletonRows={3} />
      <DataTable
        {...shared}
        caption="No companies"
        empty={
          <EmptyState
            icon={<Building2 />}
            title="No companies found."
            hint="Create the first one to begin."
            action={
              <Button size="sm" variant="primary" icon={<Plus />}>
                Create Company
              </Button>
            }
          />
        }
      />
      <ErrorPanel
        title="Error Loading Companies"
        message="Failed to connect to the server"
        onRetry={() => wait(800)}
      />
    </Section>
  );
}

function Pagers() {
  const [page, setPage] = useState(6);
  const shared = { page, onPage: setPage, from: page * 10 - 9, to: page * 10, total: 120 };
  return (
    <Section title="Pagers">
      <Card>
        <div className="flex flex-col gap-4">
          <Pager {...shared} pageCount={12} label="Seven numbers" />
          <Pager {...shared} pageCount={12} maxButtons={5} label="Five numbers" />
          <Pager {...shared} pageCount={12} noun="users" compact label="No numbers" />
        </div>
      </Card>
    </Section>
  );
}

function Forms() {
  const form = useForm({
    defaultValues: { name: 'Savings for harvest', description: '', email: '', password: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  return (
    <Section title="Forms">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card
          title="Account"
          description="Registered with react-hook-form."
          footer={
            <div className="flex justify-end gap-2">
              <Button onClick={() => form.reset()}>Reset</Button>
              <Button
                variant="primary"
                busyLabel="Saving..."
                onClick={() => form.handleSubmit(() => wait(1000))()}
              >
                Save Company
              </Button>
            </div>
          }
        >
          <form noValidate className="flex flex-col gap-4">
            <TextField
              label="Account name"
              required
              counter
              maxLength={100}
              hint="Seen by everyone in the company."
              error={errors.name?.message}
              {...form.register('name', { required: 'Account name is required' })}
            />
            <TextField
              label="Email Address"
              type="email"
              required
              error={errors.email?.message}
              {...form.register('email', { required: 'Email is required' })}
            />
            <PasswordField
              label="Password"
              autoComplete="new-password"
              hint="At least 6 characters."
              error={errors.password?.message}
              {...form.register('password', {
                minLength: { value: 6, message: 'Password must be at least 6 characters' },
              })}
            />
            <TextAreaField
              label="Description"
              counter
              maxLength={500}
              {...form.register('description')}
            />
          </form>
        </Card>
        <Card title="States">
          <div className="flex flex-col gap-4">
            <TextField
              label="Initial deposit"
              prefix="UGX"
              inputMode="decimal"
              defaultValue="250000"
            />
            <TextField
              label="Username"
              defaultValue="k"
              required
              error="Username must be at least 3 characters"
            />
            <SelectField
              label="Account type"
              placeholder="Select a type..."
              options={[
                { value: '1', label: 'Savings' },
                { value: '2', label: 'Checking' },
              ]}
            />
            <SelectField
              label="Locked type"
              disabled
              hint="Account type cannot be changed after creation"
              options={[{ value: '1', label: 'Savings' }]}
            />
            <TextField label="Read only" readOnly value="1000-2044-118" />
            <Checkbox
              label="Active user (user can log in)"
              description="Inactive users cannot sign in."
              defaultChecked
            />
            <Checkbox label="Not chosen" />
            <Checkbox label="Disabled" disabled />
            <Switch
              label="Email notifications"
              description="Sent to your address."
              defaultChecked
            />
            <Switch label="SMS notifications" />
            <Switch label="Not available" disabled />
          </div>
        </Card>
      </div>
    </Section>
  );
}

function Overlays() {
  const [tab, setTab] = useState<'profile' | 'security' | 'company'>('profile');
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | 'nav'>();
  const close = () => setOpen(undefined);
  return (
    <Section title="Tabs, dialogs, menus and panels">
      <Tabs
        label="Settings"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'profile', label: 'Profile', icon: <User /> },
          { id: 'company', label: 'Company', disabled: true },
          { id: 'security', label: 'Security' },
        ]}
      >
        <p className="text-muted">The content of the {tab} tab.</p>
      </Tabs>
      <Line>
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Open confirmation</Button>
        <Button onClick={() => setOpen('sheet')}>Open panel</Button>
        <Button icon={<MenuIcon />} onClick={() => setOpen('nav')}>
          Open navigation
        </Button>
        <Menu
          align="start"
          trigger={<Button icon={<User />}>Account</Button>}
          header={
            <span className="flex flex-col">
              <span className="font-medium">Grace Nakato</span>
              <span className="text-13 text-muted">grace@sente.example</span>
            </span>
          }
          items={[
            { label: 'Profile', icon: <User />, to: '#profile' },
            { label: 'Settings', icon: <Settings />, to: '#settings' },
            'separator',
            { label: 'Logout', icon: <LogOut />, onSelect: () => notify.blank('Signed out') },
          ]}
        />
      </Line>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Add product"
        description="It can be sold as soon as it is active."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" busyLabel="Saving..." onClick={() => wait(1000).then(close)}>
              Create Product
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <TextField label="Product code" required />
          <TextField label="Product name" required />
          <TextField label="Amount" prefix="UGX" inputMode="decimal" required />
        </div>
      </Dialog>
      <DeleteCompany company={open === 'confirm' ? companies[0] : undefined} onClose={close} />
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="Transactions"
        description="Recent movements of all companies."
      >
        <SkeletonRows count={4} />
      </Sheet>
      <Sheet
        open={open === 'nav'}
        onClose={close}
        title="Navigation"
        side="left"
        size="sm"
        hideHeader
      >
        <div className="p-4">Sidebar content</div>
      </Sheet>
    </Section>
  );
}

function Messages() {
  const [shown, setShown] = useState(true);
  return (
    <Section title="Messages">
      <Line>
        <Button onClick={() => notify.success('Nile Basin Traders Ltd has been updated')}>
          Success toast
        </Button>
        <Button onClick={() => notify.error('Failed to load companies')}>Error toast</Button>
        <Button onClick={() => notify.blank('This feature is coming soon')}>Blank toast</Button>
        <Button onClick={() => notify.loading('Uploading...', { id: 'upload' })}>
          Loading toast
        </Button>
      </Line>
      {shown ? (
        <Banner tone="danger" onDismiss={() => setShown(false)}>
          Login failed. Please try again.
        </Banner>
      ) : null}
      <Banner tone="warning" title="One credential set per company">
        Delete the old one before creating a new one.
      </Banner>
      <Banner tone="info" title="Read-Only View">
        Changes go through the account administrator.
      </Banner>
      <Banner tone="success">Password updated</Banner>
      <Line>
        <Badge>Business</Badge>
        <Badge tone="success">Success</Badge>
        <Badge tone="danger">Failed</Badge>
        <Badge tone="warning">Pending</Badge>
        <Badge tone="info">Processing</Badge>
        <Badge tone="success" icon={<User />}>
          Active
        </Badge>
      </Line>
    </Section>
  );
}

function Texts() {
  const [now] = useState(Date.now);
  return (
    <Section title="Amounts, dates, people">
      <Card title="Details" actions={<Button size="sm">Edit</Button>}>
        <DetailList
          columns={3}
          items={[
            { label: 'Balance', value: <Money amount={1_234_567.5} /> },
            { label: 'Credit', value: <Money amount={45_000} direction="credit" /> },
            { label: 'Debit', value: <Money amount={12_500} direction="debit" /> },
            {
              label: 'Account number',
              value: (
                <span className="tabular inline-flex items-center gap-1">
                  1000-2044-118
                  <CopyButton value="1000-2044-118" label="Account number" />
                </span>
              ),
            },
            {
              label: 'Created',
              value: <DateText value="2024-01-05T12:07:00Z" format="dateTime" />,
            },
            { label: 'Invalid', value: <DateText value="not-a-date" /> },
            { label: 'Last login', value: <RelativeTime value={now - 5 * 60_000} /> },
            { label: 'Last transaction', value: <DateText value={null} empty="N/A" /> },
            {
              label: 'Website',
              value: (
                <a className="link" href="#companies">
                  Visit Site
                </a>
              ),
            },
          ]}
        />
      </Card>
      <Line>
        <Avatar name="Grace Nakato" />
        <Avatar name="Okello" size="md" />
        <Avatar name="" size="lg" />
        <LogoImage src={null} />
        <LogoImage src={null} size="md" />
        <LogoImage src="https://invalid.invalid/logo.png" size="lg" alt="Logo" />
        <Spinner label="Loading" />
        <Spinner className="size-6" />
      </Line>
    </Section>
  );
}

function Panels() {
  return (
    <Section title="Placeholders">
      <div className="grid gap-4 sm:grid-cols-2">
        <Card title="Loading details">
          <SkeletonRows count={4} />
        </Card>
        <Card title="Free shapes">
          <div className="flex items-center gap-3">
            <Skeleton className="size-10" circle />
            <Skeleton className="h-4 w-40" />
          </div>
        </Card>
      </div>
      <NotBuiltPanel title="Analytics" />
    </Section>
  );
}

const swatches = [
  ['background', 'bg-background'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-surface-raised'],
  ['sunken', 'bg-surface-sunken'],
  ['hover', 'bg-surface-hover'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['success', 'bg-success'],
  ['danger', 'bg-danger'],
  ['warning', 'bg-warning'],
  ['info', 'bg-info'],
] as const;

function Palette() {
  return (
    <Section title="Palette">
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-7">
        {swatches.map(([name, className]) => (
          <div key={name}>
            <div className={`h-10 rounded-lg border ${className}`} />
            <p className="mt-1 text-xs text-muted">{name}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}
