import { Check, ChevronsUpDown } from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { cn } from '../lib/cn.ts';
import { searchMaxLength } from '../lib/url-state.ts';
import { controlClass, Field, type FieldOptions } from './field.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second, muted line. */
  hint?: string | undefined;
}

export interface ComboboxProps extends FieldOptions {
  value: string;
  /** The text of the closed box: the label of the value. */
  valueLabel: string;
  onChange: (value: string) => void;
  /** The options for the typed text; the owner filters them. */
  options: readonly ComboboxOption[];
  /** Called with the typed text, and with an empty one each time the list opens. */
  onSearch: (text: string) => void;
  /** Shown instead of options: "Searching...", "No companies found." and the like. */
  message?: string | undefined;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
  /** The list makes room for itself, for a dialog that would cut it off. */
  inFlow?: boolean | undefined;
}

/** Selects from more options than a select can show: type to filter, arrows and Enter to select. */
export function Combobox(props: ComboboxProps) {
  const { value, valueLabel, options, message, placeholder, onBlur, inputRef, className } = props;
  const { label, hint, error, required, hideLabel, inFlow = false } = props;
  const list = useList(props);

  return (
    <Field {...{ label, hint, error, required, hideLabel, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...list.inputProps}
            ref={inputRef}
            autoComplete="off"
            spellCheck={false}
            maxLength={searchMaxLength}
            placeholder={valueLabel || placeholder}
            onBlur={() => {
              list.close();
              onBlur?.();
            }}
            className={cn(controlClass, 'h-9 truncate pr-9')}
          />
          <ChevronsUpDown
            aria-hidden="true"
            className="pointer-events-none absolute top-4.5 right-3 size-4 -translate-y-1/2 text-muted"
          />
          {list.isOpen ? (
            <div
              className={cn(
                'mt-1 rounded-lg border bg-surface-raised',
                inFlow ? null : 'absolute inset-x-0 top-full z-30 shadow-dialog',
              )}
              // The box keeps the focus, so that a press in the list does not close it first.
              onPointerDown={(event) => event.preventDefault()}
            >
              <div
                id={list.id}
                role="listbox"
                aria-label={label}
                className="max-h-64 overflow-y-auto p-1 empty:hidden"
              >
                {options.map((option, index) => (
                  <Option
                    key={option.value}
                    id={list.optionId(index)}
                    option={option}
                    isChosen={option.value === value}
                    isActive={index === list.active}
                    onChoose={() => list.choose(option)}
                  />
                ))}
              </div>
              <p role="status" className="px-3 py-2 text-13 text-muted empty:hidden">
                {message}
              </p>
            </div>
          ) : null}
        </div>
      )}
    </Field>
  );
}

/** Whether the list is open, the typed text, and the option selected with the arrow keys. */
function useList({ valueLabel, onChange, options, onSearch }: ComboboxProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** Null: nothing typed since the list opened, so the box still shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [wanted, setWanted] = useState(-1);
  const active = Math.min(wanted, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  function open(): void {
    if (isOpen) return;
    setIsOpen(true);
    setWanted(-1);
    onSearch('');
  }

  function close(): void {
    setIsOpen(false);
    setTyped(null);
  }

  function choose(option: ComboboxOption | undefined): void {
    if (!option) return;
    onChange(option.value);
    close();
  }

  function type(text: string): void {
    open();
    setTyped(text);
    // Enter selects the first match.
    setWanted(text === '' ? -1 : 0);
    onSearch(text);
  }

  function move(step: 1 | -1): void {
    if (!isOpen) return open();
    if (options.length === 0) return;
    const from = active === -1 && step === -1 ? 0 : active;
    setWanted((from + step + options.length) % options.length);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      // Never submits the form: Enter belongs to the open list.
      event.preventDefault();
      choose(options[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  }

  const inputProps = {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
    value: typed ?? valueLabel,
    onClick: open,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onKeyDown,
  } as const;
  return { id, isOpen, active, optionId, inputProps, choose, close };
}

interface OptionProps {
  id: string;
  option: ComboboxOption;
  isChosen: boolean;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, option, isChosen, isActive, onChoose }: OptionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box takes the keys
    <div
      ref={box}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
      className={cn(
        'flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 hover:bg-surface-hover',
        isActive && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.label}</span>
        {option.hint ? (
          <span className="block truncate text-13 text-muted">{option.hint}</span>
        ) : null}
      </span>
      {isChosen ? <Check aria-hidden="true" className="size-4 shrink-0 text-accent-text" /> : null}
    </div>
  );
}
