import type { BatchAnswer, EarlyCall } from '../shared/rpc/early-start';
import { rpcBase } from '../shared/rpc/origin';
import { readStored } from '../shared/state/storage';
import { parseTheme, THEME_KEY } from '../shared/state/stored-theme';
import { firstRequests } from './first-requests';

/** The files of each page's chunk and of what it imports besides the app itself; the build fills it in (`scripts/first-script.ts`). */
declare const PAGE_FILES: { readonly files: readonly string[]; readonly pages: Readonly<Record<string, readonly number[]>> };

function isBatchAnswer(value: unknown): value is BatchAnswer {
  return typeof value === 'object' && value !== null && 'account_id' in value && 'answers' in value && Array.isArray(value.answers);
}

async function makeCalls(calls: readonly EarlyCall[]): Promise<BatchAnswer | null> {
  try {
    const response = await fetch(`${rpcBase(window.location)}/batch`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    return isBatchAnswer(answer) ? answer : null;
  } catch {
    // The app makes its calls itself, and shows why they fail.
    return null;
  }
}

function preload(file: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = `/${file}`;
  document.head.append(link);
}

/**
 * Runs before the first paint and while the app is still loading: applies a chosen theme, so that it never flashes, and requests at once
 * what the page needs besides the app. A file of its own, because the page's policy forbids inline scripts.
 */
function start(): void {
  const theme = parseTheme(readStored(THEME_KEY));
  if (theme !== 'system') document.documentElement.dataset['theme'] = theme;
  const { pages, calls } = firstRequests(window.location);
  window.earlyStart = { calls, answered: makeCalls(calls) };
  const files = new Set(pages.flatMap((page) => PAGE_FILES.pages[page] ?? []));
  for (const index of files) preload(PAGE_FILES.files[index] ?? '');
}

start();
