import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * On arrival at another page: begins at its top, and moves the focus to its content, so that keyboard and screen reader go on
 * there. The first page and steps back and forth are left to the browser, which knows where the reader was.
 */
export function usePageFocus(contentId: string): void {
  const [path] = useLocation();
  const last = useRef(path);
  const back = useRef(false);
  useEffect(() => {
    const onPop = () => {
      back.current = true;
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    if (!back.current) {
      window.scrollTo({ top: 0 });
      document.getElementById(contentId)?.focus({ preventScroll: true });
    }
    back.current = false;
  }, [path, contentId]);
}
