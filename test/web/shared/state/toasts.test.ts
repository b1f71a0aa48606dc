import { describe, expect, it } from 'vitest';

import { addToast, closeToast, nextToastChange, removeExpired, type Toast } from '../../../../src/web/shared/state/toasts';

const SAVED = { tone: 'good', text: 'Saved' } as const;

describe('toasts', () => {
  it('close after 4,500 ms and are removed a second later', () => {
    const toasts = addToast([], SAVED, 1000);
    expect(nextToastChange(toasts, 1000)).toBe(5500);
    expect(nextToastChange(toasts, 5500)).toBe(6500);
    expect(removeExpired(toasts, 6499)).toHaveLength(1);
    expect(removeExpired(toasts, 6500)).toHaveLength(0);
    expect(nextToastChange([], 1)).toBeNull();
  });

  it('can have their own duration', () => {
    expect(addToast([], { ...SAVED, durationMs: 100 }, 0)[0]?.closesAt).toBe(100);
  });

  it('are purged when expired as a new one is added, and never share an id', () => {
    const first = addToast([], SAVED, 0);
    const second = addToast(first, { ...SAVED, text: 'Again' }, 10);
    expect(new Set(second.map((toast) => toast.id)).size).toBe(2);
    expect(addToast(second, SAVED, 5505).map((toast) => toast.text)).toEqual(['Again', 'Saved']);
  });

  it('show one error once: a later one with the same cause replaces the first', () => {
    const failed = (header: string, reference: string) => ({
      tone: 'bad' as const,
      header,
      text: `Something broke. Reference: ${reference}`,
      cause: 'Something broke.',
    });
    const first = addToast(addToast([], SAVED, 0), failed('Error one', 'req-1'), 10);
    const both = addToast(first, failed('Error two', 'req-2'), 20);
    expect(both.map(({ header }) => header)).toEqual(['', 'Error two']);
    expect(addToast(both, { ...failed('Error three', 'req-3'), cause: 'Another.' }, 30)).toHaveLength(3);
  });

  it('close immediately when dismissed, and only once', () => {
    const toasts = addToast([], SAVED, 0);
    const [toast] = closeToast(toasts, 1, 200) as [Toast];
    expect(toast.closesAt).toBe(200);
    expect(closeToast([toast], 1, 900)).toEqual([toast]);
    expect(closeToast(toasts, 7, 200)).toEqual(toasts);
  });
});
