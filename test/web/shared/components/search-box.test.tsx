import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { SearchBox } from '../../../../src/web/shared/components/search-box';
import { get, fill } from '../../support/page';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(props: { readonly whileTyping: boolean; readonly busy: boolean }): {
  readonly searched: string[];
  readonly box: HTMLElement;
} {
  const searched: string[] = [];
  render(<SearchBox label="Search" value="" onSearch={(text) => searched.push(text)} {...props} />);
  return { searched, box: get('searchbox') };
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('the search box', () => {
  it('searches 750 ms after the last key press', () => {
    const { searched, box } = show({ whileTyping: true, busy: false });
    fill(box, 't');
    pass(500);
    fill(box, 'te');
    pass(749);
    expect(searched).toEqual([]);
    pass(1);
    expect(searched).toEqual(['te']);
  });

  it('searches immediately on submit, and only on submit when typing does not search', () => {
    const { searched, box } = show({ whileTyping: false, busy: false });
    fill(box, 'tee');
    pass(5000);
    expect(searched).toEqual([]);
    fireEvent.submit(box);
    expect(searched).toEqual(['tee']);
  });

  it('shows a spinner when a search takes longer than 300 ms', () => {
    const { box } = show({ whileTyping: true, busy: true });
    const spinner = () => box.parentElement?.querySelector('.animate-spin') ?? null;
    pass(299);
    expect(spinner()).toBeNull();
    pass(1);
    expect(spinner()).not.toBeNull();
  });
});
