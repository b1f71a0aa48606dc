import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { MAX_SKU } from '../../../domain/catalog/sku';
import { Button } from './button';
import { inputClass } from './field';
import { Spinner } from './spinner';

/** How long after the last key a search begins where nothing else is said, in ms. */
export const SEARCH_DEBOUNCE_MS = 750;

/** The longest text that the server searches for, in characters: that of a SKU, which links search for as it is. */
export const SEARCH_LIMIT = MAX_SKU;

/** How long a search takes before the box shows that it is under way, in ms; a quick one shows nothing. */
const SPINNER_DELAY_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  /** What is searched for now. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Searches by itself once the typing has paused; otherwise only when submitted. */
  readonly whileTyping: boolean;
  /** How long the typing must have paused for that, in ms. */
  readonly debounceMs?: number;
  readonly busy: boolean;
}

/** A search box with its button. '/' anywhere on the page goes to it. */
export function SearchBox({ label, value, onSearch, whileTyping, debounceMs = SEARCH_DEBOUNCE_MS, busy }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  const slow = useSlow(busy);
  if (searched !== value) {
    // The search changed from outside (back button, a link): the box follows.
    setSearched(value);
    setTyped(value);
  }

  useEffect(() => {
    if (!whileTyping || typed === value) return undefined;
    const timer = window.setTimeout(() => onSearch(typed), debounceMs);
    return () => window.clearTimeout(timer);
  }, [typed, value, whileTyping, debounceMs, onSearch]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <form
      role="search"
      className="flex min-w-0 flex-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed);
      }}
    >
      <div className="relative flex min-w-0 flex-1 items-center">
        <span className="pointer-events-none absolute left-3 text-faint">
          {slow ? <Spinner size={15} /> : <Search size={15} aria-hidden="true" />}
        </span>
        <input
          ref={box}
          type="search"
          maxLength={SEARCH_LIMIT}
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${inputClass} pr-8 pl-9`}
        />
        {typed === '' && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute right-2.5 rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs text-faint max-sm:hidden"
          >
            /
          </kbd>
        )}
      </div>
      <Button type="submit">Search</Button>
    </form>
  );
}

/** Whether work has been under way for longer than the delay. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = window.setTimeout(() => setSlow(true), SPINNER_DELAY_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
