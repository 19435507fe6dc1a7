import { type FunctionComponent, type ReactElement, useState } from 'react';
import { Button } from './button.tsx';
import { lateInPlace } from './late.tsx';

interface Opened {
  open: boolean;
  onClose: () => void;
}

interface Closed {
  label: string;
  icon: ReactElement;
}

/**
 * A button with a menu whose code loads when the pointer or the focus comes near. The loaded component brings a button of
 * its own, with the menu open.
 */
export function lateMenuButton<Props extends object>(
  { label, icon }: Closed,
  load: () => Promise<{ default: FunctionComponent<Props & Opened> }>,
): FunctionComponent<Props> {
  const OpenedMenu = lateInPlace<Props & Opened & { onOpen: () => void }>(
    load,
    ({ onOpen, preload }) => (
      <Button
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onOpen}
      >
        {label}
      </Button>
    ),
  );
  return function MenuButton(props: Props) {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <OpenedMenu
        {...props}
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
      />
    );
  };
}
