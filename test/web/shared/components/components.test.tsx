import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Table, type Column } from '../../../../src/web/shared/components/table';
import { ToastRegion } from '../../../../src/web/shared/components/toast-region';
import { CrashGuard } from '../../../../src/web/shared/shell/crash-guard';
import { createStore, Provider } from '../../../../src/web/shared/state/jotai';
import { addToast, toastsAtom } from '../../../../src/web/shared/state/toasts';
import { expectNoise } from '../../../support/fail-on-noise';
import { shows, hides, get, hasNo, click } from '../../support/page';

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
    shows('row 0');
    hides('row 900');
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    expect(get('table').getAttribute('aria-rowcount')).toBe('1000');
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
    return { store, region: within(get('region', 'Messages')) };
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
    fireEvent.pointerEnter(get('region', 'Messages'));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(region.getByText('Saved')).toBeTruthy();
  });

  it('can be dismissed', () => {
    vi.useFakeTimers();
    const { region } = show('Saved');
    click(region.getByRole('button', { name: 'Dismiss' }));
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
    shows('This page could not be displayed.', get('alert'));
    rerender(<CrashGuard resetKey="/b">another page</CrashGuard>);
    hasNo('alert');
    shows('another page');
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
    const said = get('alert').textContent;
    online.mockRestore();
    expect(said).toContain('Your device appears to be offline.');
    expect(said).not.toContain('updated');
  });
});
