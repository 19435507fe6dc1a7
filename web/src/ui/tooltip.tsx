import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { createPortal } from 'react-dom';

/** Without enough room, top flips to the bottom and right moves inwards. */
type Side = 'top' | 'right';

interface TooltipProps {
  text: string;
  /** One element that accepts pointer and focus handlers. */
  children: ReactElement<TriggerProps>;
  /** The text is already the name of the element, so it is not announced a second time. */
  isName?: boolean | undefined;
  side?: Side | undefined;
  /** Says why a press does nothing, so the press shows it: a finger has no other way to it. */
  isAnswer?: boolean | undefined;
}

interface TriggerProps {
  onPointerEnter?: ((event: PointerEvent<never>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<never>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<never>) => void) | undefined;
  onClick?: ((event: MouseEvent<never>) => void) | undefined;
  onFocus?: ((event: FocusEvent<never>) => void) | undefined;
  onBlur?: ((event: FocusEvent<never>) => void) | undefined;
  'aria-describedby'?: string | undefined;
}

const openAfterMs = 350;
/** Long enough to move the pointer onto the tooltip (WCAG 1.4.13). */
const closeAfterMs = 120;
const gapPx = 6;
const edgePx = 8;

/** Closes the tooltip that is open; there is never more than one. */
let closeOther: (() => void) | undefined;

/** Each start replaces the previous one. */
function makeTimer() {
  let id: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(id);
  return {
    cancel,
    start: (task: () => void, ms: number) => {
      cancel();
      id = setTimeout(task, ms);
    },
  };
}

/** Our own instead of Radix': it is on every page (decision 13 has the sizes). */
export function Tooltip(props: TooltipProps) {
  const { text, children, isName = false, side = 'top', isAnswer = false } = props;
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [timer] = useState(makeTimer);
  useEffect(() => timer.cancel, [timer]);

  function later(next: Element | null, ms: number): void {
    timer.start(() => setAnchor(next), ms);
  }
  function now(next: Element | null): void {
    timer.cancel();
    setAnchor(next);
  }

  useEffect(() => {
    if (!anchor) return;
    const close = () => setAnchor(null);
    closeOther?.();
    closeOther = close;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    // Elsewhere too: not every browser moves the focus with a finger.
    if (isAnswer) document.addEventListener('pointerdown', close);
    window.addEventListener('scroll', close, true);
    return () => {
      if (closeOther === close) closeOther = undefined;
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', close);
      window.removeEventListener('scroll', close, true);
    };
  }, [anchor, isAnswer]);

  const given = children.props;
  const trigger = cloneElement(children, {
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event);
      if (event.pointerType === 'mouse') later(event.currentTarget as Element, openAfterMs);
    },
    onPointerLeave: (event) => {
      given.onPointerLeave?.(event);
      later(null, closeAfterMs);
    },
    onPointerDown: (event) => {
      given.onPointerDown?.(event);
      now(null);
    },
    // After a finger has left, which closes it.
    onClick: (event) => {
      given.onClick?.(event);
      if (isAnswer) now(event.currentTarget as Element);
    },
    onFocus: (event) => {
      given.onFocus?.(event);
      const element = event.currentTarget as Element;
      if (element.matches(':focus-visible')) now(element);
    },
    onBlur: (event) => {
      given.onBlur?.(event);
      now(null);
    },
    'aria-describedby':
      [given['aria-describedby'], anchor && !isName ? id : undefined].filter(Boolean).join(' ') ||
      undefined,
  });

  return (
    <>
      {trigger}
      {anchor ? (
        <Bubble
          id={id}
          text={text}
          anchor={anchor}
          side={side}
          onEnter={timer.cancel}
          onLeave={() => later(null, closeAfterMs)}
        />
      ) : null}
    </>
  );
}

interface BubbleProps {
  id: string;
  text: string;
  anchor: Element;
  side: Side;
  onEnter: () => void;
  onLeave: () => void;
}

function Bubble({ id, text, anchor, side, onEnter, onLeave }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const node = bubble.current;
    if (!node) return;
    const { left, top } = place(side, anchor.getBoundingClientRect(), node.getBoundingClientRect());
    node.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }, [anchor, side, text]);

  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="pointer-events-auto fixed top-0 left-0 z-70 max-w-72 rounded-md bg-ink px-2 py-1 text-xs font-medium text-background"
    >
      {text}
    </div>,
    document.body,
  );
}

function place(side: Side, target: DOMRect, bubble: DOMRect): { left: number; top: number } {
  const inside = (at: number, size: number, room: number) =>
    Math.max(edgePx, Math.min(at, room - size - edgePx));
  const { innerWidth, innerHeight } = window;
  if (side === 'right') {
    const middle = target.top + target.height / 2 - bubble.height / 2;
    return {
      left: inside(target.right + gapPx, bubble.width, innerWidth),
      top: inside(middle, bubble.height, innerHeight),
    };
  }
  const above = target.top - bubble.height - gapPx;
  const middle = target.left + target.width / 2 - bubble.width / 2;
  return {
    left: inside(middle, bubble.width, innerWidth),
    top: above >= edgePx ? above : target.bottom + gapPx,
  };
}
