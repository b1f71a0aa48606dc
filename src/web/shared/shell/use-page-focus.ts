import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * Scrolls to the top and focuses the content after navigation, so that keyboard and screen reader continue there. The browser
 * handles the first page and back and forward, where it restores the scroll position.
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
