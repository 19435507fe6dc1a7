import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { useState, type ReactElement, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Link } from './link.tsx';
import { hasMovedOn } from './use-opener.ts';

interface MenuEntry {
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Below the label, such as why it cannot be used. */
  hint?: string | undefined;
  tone?: 'neutral' | 'danger' | undefined;
}

/** An action, a link, or a separator. */
export type MenuItem =
  | (MenuEntry & { onSelect: () => void })
  | (MenuEntry & { to: string })
  | 'separator';

interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** Above the entries, such as the signed-in user. */
  header?: ReactNode;
  align?: 'start' | 'end' | undefined;
  defaultOpen?: boolean | undefined;
}

// In the dark theme the hover grey looks the same as a raised surface.
const itemClass = cn(
  'flex min-h-8 items-center gap-2.5 max-md:min-h-10 rounded-md px-2 py-1 outline-none select-none [&_svg]:size-4 [&_svg]:shrink-0',
  'cursor-pointer data-[disabled]:cursor-not-allowed data-[disabled]:text-muted data-[highlighted]:bg-accent-soft',
);

function toneClass(item: MenuEntry): string {
  return item.tone === 'danger'
    ? 'text-danger-text data-[highlighted]:bg-danger-soft'
    : 'text-ink [&_svg]:text-muted';
}

/** All content belongs to a landmark, including what opens above the page. */
function landmarkOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('header, main, aside, footer') ?? null;
}

export function Menu({ trigger, items, header, align = 'end', defaultOpen = false }: MenuProps) {
  const [open, setOpen] = useState(defaultOpen);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    // Not before the anchor is known: a menu that moves to its landmark later would lose the focus.
    <DropdownMenu.Root modal={false} open={open && anchor !== null} onOpenChange={setOpen}>
      <DropdownMenu.Trigger ref={setAnchor} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmarkOf(anchor)}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (hasMovedOn(event)) event.preventDefault();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-(--radix-dropdown-menu-content-available-width) min-w-44 overflow-y-auto rounded-lg bg-surface-raised p-1 shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
        >
          {header ? (
            <>
              <DropdownMenu.Label className="px-2 py-1.5">{header}</DropdownMenu.Label>
              <Separator />
            </>
          ) : null}
          {items.map((item, index) => {
            if (item === 'separator') return <Separator key={`separator-${index}`} />;
            const content = (
              <>
                {item.icon}
                <span className="min-w-0 wrap-anywhere">
                  {item.label}
                  {item.hint ? (
                    <span className="block max-w-64 text-xs text-muted">{item.hint}</span>
                  ) : null}
                </span>
              </>
            );
            return 'to' in item ? (
              <DropdownMenu.Item
                key={item.label}
                asChild
                disabled={item.disabled ?? false}
                className={cn(itemClass, toneClass(item))}
              >
                <Link to={item.to}>{content}</Link>
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item
                key={item.label}
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
                className={cn(itemClass, toneClass(item))}
              >
                {content}
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Separator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
