import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Autocomplete, suggest } from '../../../../src/web/shared/components/autocomplete';
import { get, fill, hasNo, click } from '../../support/page';

const FRUIT = ['APPLE', 'APRICOT', 'BANANA', 'CRAB_APPLE', 'GRAPE', 'GRAPEFRUIT', 'PINEAPPLE', 'SNAPPER'];

function Box({ first = '' }: { readonly first?: string }) {
  const [value, setValue] = useState(first);
  return <Autocomplete label="Fruit" options={FRUIT} value={value} onChange={setValue} />;
}

const box = () => get('combobox', 'Fruit');
const shown = () => screen.queryAllByRole('option').map((option) => option.textContent);
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('suggestions', () => {
  it('start with the text, then contain it, at most five, ignoring case', () => {
    expect(suggest(FRUIT, 'ap', 5)).toEqual(['APPLE', 'APRICOT', 'CRAB_APPLE', 'GRAPE', 'GRAPEFRUIT']);
    expect(suggest(FRUIT, 'ap', 3)).toEqual(['APPLE', 'APRICOT', 'CRAB_APPLE']);
    expect(suggest(FRUIT, '', 5)).toEqual(FRUIT.slice(0, 5));
    expect(suggest(FRUIT, 'kiwi', 5)).toEqual([]);
  });

  it('open on click and while typing, at most five', () => {
    render(<Box />);
    expect(shown()).toEqual([]);
    click(box());
    expect(shown()).toHaveLength(5);
    fill(box(), 'grape');
    expect(shown()).toEqual(['GRAPE', 'GRAPEFRUIT']);
    expect(box().getAttribute('aria-expanded')).toBe('true');
  });

  it('are selected by click or by arrows and Enter, wrapping around', () => {
    render(<Box />);
    fill(box(), 'grape');
    click(get('option', 'GRAPEFRUIT'));
    expect(box()).toHaveProperty('value', 'GRAPEFRUIT');
    expect(shown()).toEqual([]);
    fill(box(), 'grape');
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown']) fireEvent.keyDown(box(), { key });
    const active = screen.getByRole('option', { selected: true });
    expect(box().getAttribute('aria-activedescendant')).toBe(active.id);
    expect(active.textContent).toBe('GRAPEFRUIT');
    fireEvent.keyDown(box(), { key: 'ArrowUp' });
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(box()).toHaveProperty('value', 'GRAPE');
  });

  it('close 200 ms after blur, and not before', () => {
    render(<Box />);
    click(box());
    fireEvent.blur(box());
    wait(199);
    expect(shown()).toHaveLength(5);
    wait(1);
    expect(shown()).toEqual([]);
  });

  it('stay open when the focus returns within that time', () => {
    render(<Box />);
    click(box());
    fireEvent.blur(box());
    wait(150);
    fireEvent.focus(box());
    wait(500);
    expect(shown()).toHaveLength(5);
  });

  it('close on Escape without propagating it', () => {
    const around = vi.fn();
    render(
      <div onKeyDown={around}>
        <Box />
      </div>,
    );
    click(box());
    fireEvent.keyDown(box(), { key: 'Escape' });
    expect(shown()).toEqual([]);
    expect(around).not.toHaveBeenCalled();
    fireEvent.keyDown(box(), { key: 'Escape' });
    expect(around).toHaveBeenCalledTimes(1);
  });
});

describe('clearing', () => {
  it('empties the box and focuses it again 100 ms later', () => {
    render(<Box first="APPLE" />);
    const clear = get('button', 'Clear Fruit');
    clear.focus();
    click(clear);
    expect(box()).toHaveProperty('value', '');
    wait(99);
    expect(document.activeElement).not.toBe(box());
    wait(1);
    expect(document.activeElement).toBe(box());
    hasNo('button', 'Clear Fruit');
  });
});
