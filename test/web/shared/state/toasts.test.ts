import { describe, expect, it } from 'vitest';

import { addToast, closeToast, nextToastChange, removeExpired, type Toast } from '../../../../src/web/shared/state/toasts';

const SAVED = { tone: 'good', text: 'Saved' } as const;

describe('toasts', () => {
  it('stay 4,500 ms and are gone a second later', () => {
    const toasts = addToast([], SAVED, 1000);
    expect(nextToastChange(toasts, 1000)).toBe(5500);
    expect(nextToastChange(toasts, 5500)).toBe(6500);
    expect(removeExpired(toasts, 6499)).toHaveLength(1);
    expect(removeExpired(toasts, 6500)).toHaveLength(0);
    expect(nextToastChange([], 1)).toBeNull();
  });

  it('stay as long as they ask to', () => {
    expect(addToast([], { ...SAVED, durationMs: 100 }, 0)[0]?.closesAt).toBe(100);
  });

  it('purge what expired when another comes, and never share an id', () => {
    const first = addToast([], SAVED, 0);
    const second = addToast(first, { ...SAVED, text: 'Again' }, 10);
    expect(new Set(second.map((toast) => toast.id)).size).toBe(2);
    expect(addToast(second, SAVED, 5505).map((toast) => toast.text)).toEqual(['Again', 'Saved']);
  });

  it('say one error once: a later one with the same cause takes the place of the first', () => {
    const failed = (header: string, reference: string) => ({
      tone: 'bad' as const,
      header,
      text: `Something broke. Reference: ${reference}`,
      cause: 'Something broke.',
    });
    const first = addToast(addToast([], SAVED, 0), failed('A problem with one', 'req-1'), 10);
    const both = addToast(first, failed('A problem with two', 'req-2'), 20);
    expect(both.map(({ header }) => header)).toEqual(['', 'A problem with two']);
    expect(addToast(both, { ...failed('A problem with three', 'req-3'), cause: 'Another.' }, 30)).toHaveLength(3);
  });

  it('close at once when dismissed, and only then', () => {
    const toasts = addToast([], SAVED, 0);
    const [toast] = closeToast(toasts, 1, 200) as [Toast];
    expect(toast.closesAt).toBe(200);
    expect(closeToast([toast], 1, 900)).toEqual([toast]);
    expect(closeToast(toasts, 7, 200)).toEqual(toasts);
  });
});
