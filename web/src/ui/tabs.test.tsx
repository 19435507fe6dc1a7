import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { KeptTab, Tabs } from './tabs.tsx';

function Settings() {
  const [tab, setTab] = useState<'profile' | 'company' | 'security'>('profile');
  return (
    <Tabs
      label="Settings"
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'profile', label: 'Profile' },
        { id: 'company', label: 'Company', disabled: true },
        { id: 'security', label: 'Security' },
      ]}
    >
      Content of {tab}
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('shows the panel of the chosen tab', async () => {
  render(<Settings />);
  expect(screen.getByRole('tabpanel', { name: 'Profile' })).toHaveTextContent('Content of profile');
  await userEvent.click(tab('Security'));
  expect(screen.getByRole('tabpanel', { name: 'Security' })).toHaveTextContent(
    'Content of security',
  );
  expect(tab('Security')).toHaveAttribute('aria-selected', 'true');
});

it('is one tab stop; arrows, Home and End move past what is disabled', async () => {
  const user = userEvent.setup();
  render(<Settings />);
  await user.tab();
  expect(tab('Profile')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(tab('Security')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(tab('Profile')).toHaveFocus();
  await user.keyboard('{End}');
  expect(tab('Security')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(tab('Profile')).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});

it('a row that is wider than its box shows at which end there is more, and moves there', async () => {
  render(<Settings />);
  const row = screen.getByRole('tablist');
  const sides = () => row.parentElement?.querySelectorAll('button[aria-hidden]') ?? [];
  expect(sides()).toHaveLength(0);
  Object.defineProperties(row, { scrollWidth: { value: 600 }, clientWidth: { value: 300 } });
  row.scrollBy = vi.fn((options?: ScrollToOptions | number) => {
    row.scrollLeft += (options as ScrollToOptions).left ?? 0;
    row.dispatchEvent(new Event('scroll'));
  });
  act(() => void row.dispatchEvent(new Event('scroll')));
  expect(sides()).toHaveLength(1);
  await userEvent.click(sides()[0] as Element);
  expect(row.scrollLeft).toBe(210);
  expect(sides()).toHaveLength(2);
});

it('a disabled tab says why and does not open', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  const reason = 'Your role cannot manage the company.';
  render(
    <Tabs
      label="Settings"
      value="profile"
      onChange={onChange}
      tabs={[
        { id: 'profile', label: 'Profile' },
        { id: 'company', label: 'Company', disabled: true, disabledReason: reason },
        { id: 'security', label: 'Security' },
      ]}
    >
      Content
    </Tabs>,
  );
  expect(tab('Company')).toHaveAttribute('aria-disabled', 'true');
  expect(tab('Company')).toHaveAccessibleDescription(reason);
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(tab('Company')).toHaveFocus();
  await user.hover(tab('Company'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(reason);
  await user.click(tab('Company'));
  expect(onChange).not.toHaveBeenCalled();
  await user.keyboard('{ArrowRight}');
  expect(onChange).toHaveBeenCalledWith('security');
});

it('a kept tab is created when it is first shown, and keeps its input', async () => {
  const tabOf = (isShown: boolean) => (
    <KeptTab isShown={isShown}>
      <input aria-label="Inside" />
    </KeptTab>
  );
  const { rerender } = render(tabOf(false));
  expect(screen.queryByLabelText('Inside')).not.toBeInTheDocument();
  rerender(tabOf(true));
  await userEvent.type(screen.getByLabelText('Inside'), 'half');
  rerender(tabOf(false));
  expect(screen.getByLabelText('Inside')).not.toBeVisible();
  rerender(tabOf(true));
  expect(screen.getByLabelText('Inside')).toHaveValue('half');
});
