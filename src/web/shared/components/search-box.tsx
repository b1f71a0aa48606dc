import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { MAX_SKU } from '../../../domain/catalog/sku';
import { sharedText } from '../shared.text';
import { Button } from './button';
import { inputClass } from './field';
import { Spinner } from './spinner';

/** Default delay between the last key press and the search, in ms. */
export const SEARCH_DEBOUNCE_MS = 750;

/** Maximum length of a search, in characters: that of a SKU, because links search for whole SKUs. */
export const SEARCH_LIMIT = MAX_SKU;

/** Delay before the box shows a spinner, in ms; a fast search shows none. */
const SPINNER_DELAY_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  /** The current search. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Searches when typing pauses; otherwise only on submit. */
  readonly whileTyping: boolean;
  /** Length of that pause, in ms. */
  readonly debounceMs?: number;
  readonly busy: boolean;
  /** Whether '/' focuses it, anywhere on the page; by default it does. */
  readonly hotkey?: boolean;
}

/** A search box with a button. */
export function SearchBox({ label, value, onSearch, whileTyping, debounceMs = SEARCH_DEBOUNCE_MS, busy, hotkey = true }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  const slow = useSlow(busy);
  if (searched !== value) {
    // The search changed from outside (back button, a link).
    setSearched(value);
    setTyped(value);
  }

  useEffect(() => {
    if (!whileTyping || typed === value) return undefined;
    const timer = window.setTimeout(() => onSearch(typed), debounceMs);
    return () => window.clearTimeout(timer);
  }, [typed, value, whileTyping, debounceMs, onSearch]);

  useEffect(() => {
    if (!hotkey) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hotkey]);

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
        <span className="pointer-events-none absolute left-3 text-faint">{slow ? <Spinner size={15} /> : <Search size={15} />}</span>
        <input
          ref={box}
          type="search"
          maxLength={SEARCH_LIMIT}
          aria-label={label}
          aria-keyshortcuts={hotkey ? '/' : undefined}
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${inputClass} pr-8 pl-9`}
        />
        {hotkey && typed === '' && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute right-2.5 rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs text-faint max-sm:hidden"
          >
            /
          </kbd>
        )}
      </div>
      <Button type="submit">{sharedText.search}</Button>
    </form>
  );
}

/** Returns whether `busy` has lasted longer than the spinner delay. */
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
