import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Table, type Column } from '../../../../src/web/shared/components/table';
import { ToastRegion } from '../../../../src/web/shared/components/toast-region';
import { CrashGuard } from '../../../../src/web/shared/shell/crash-guard';
import { createStore, Provider } from '../../../../src/web/shared/state/jotai';
import { addToast, toastsAtom } from '../../../../src/web/shared/state/toasts';
import { expectNoise } from '../../../support/fail-on-noise';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Line {
  readonly id: string;
}

const COLUMNS: readonly Column<Line>[] = [{ key: 'id', header: 'Id', cell: (line) => line.id }];

describe('the table', () => {
  it('renders only the visible rows', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
    const rows = Array.from({ length: 1000 }, (_, index) => ({ id: `row ${index}` }));
    render(<Table label="Lines" columns={COLUMNS} rows={rows} rowKey={(line) => line.id} rowHeight={50} />);
    expect(screen.getByText('row 0')).toBeTruthy();
    expect(screen.queryByText('row 900')).toBeNull();
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1000');
  });

  it('hides columns that need a wider window', () => {
    const wide: Column<Line> = { key: 'more', header: 'More', from: 'lg', cell: () => 'more' };
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList,
    );
    render(<Table label="Lines" columns={[...COLUMNS, wide]} rows={[{ id: 'one' }]} rowKey={(line) => line.id} rowHeight={50} />);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Id']);
  });
});

describe('toasts', () => {
  function show(text: string) {
    const store = createStore();
    store.set(toastsAtom, addToast([], { tone: 'good', header: 'Done', text }, Date.now()));
    render(
      <Provider store={store}>
        <ToastRegion />
      </Provider>,
    );
    return { store, region: within(screen.getByRole('region', { name: 'Messages' })) };
  }

  it('disappear after 5.5 s', () => {
    vi.useFakeTimers();
    const { region } = show('Saved');
    act(() => void vi.advanceTimersByTime(4400));
    expect(region.getByText('Saved')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(100));
    act(() => void vi.advanceTimersByTime(1000));
    expect(region.queryByText('Saved')).toBeNull();
  });

  it('stay while the pointer is on them', () => {
    vi.useFakeTimers();
    const { region } = show('Saved');
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(region.getByText('Saved')).toBeTruthy();
  });

  it('can be dismissed', () => {
    vi.useFakeTimers();
    const { region } = show('Saved');
    fireEvent.click(region.getByRole('button', { name: 'Dismiss' }));
    act(() => void vi.advanceTimersByTime(1000));
    expect(region.queryByText('Saved')).toBeNull();
  });
});

describe('a page that crashes', () => {
  it('shows an error, and renders again on another page', () => {
    expectNoise(/this screen is broken/u);
    const Broken = () => {
      throw new Error('this screen is broken');
    };
    const { rerender } = render(
      <CrashGuard resetKey="/a">
        <Broken />
      </CrashGuard>,
    );
    expect(within(screen.getByRole('alert')).getByText('This page could not be displayed.')).toBeTruthy();
    rerender(<CrashGuard resetKey="/b">another page</CrashGuard>);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('another page')).toBeTruthy();
  });

  it('names the missing network as the cause when the device is offline', () => {
    expectNoise(/this screen is broken/u);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const Broken = () => {
      throw new Error('this screen is broken');
    };
    render(
      <CrashGuard resetKey="/a">
        <Broken />
      </CrashGuard>,
    );
    const said = screen.getByRole('alert').textContent;
    online.mockRestore();
    expect(said).toContain('Your device appears to be offline.');
    expect(said).not.toContain('updated');
  });
});
