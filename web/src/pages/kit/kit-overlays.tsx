import { LogOut, Menu as MenuIcon, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { notify } from '../../ui/toast.tsx';
import { companies, DeleteCompany } from './kit-lists.tsx';
import { Section, Line, wait } from './kit-parts.tsx';

export function Overlays() {
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

export function Messages() {
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
